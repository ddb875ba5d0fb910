from guards._sensitive.vendors import KEY_HOSTS, VENDORS


def test_a_vendor_is_one_word_in_lower_case():
    assert [name for name in VENDORS if not name.isalnum() or name != name.lower() or len(name) < 3] == []


def test_no_everyday_word_is_a_vendor():
    assert VENDORS.isdisjoint(("front", "close", "monday", "daily", "column", "host", "key", "data", "test", "server", "cache", "public"))


def test_a_host_ends_before_its_key():
    assert [host for host in KEY_HOSTS if b"/" not in host or host != host.lower()] == []
