from guards._sensitive.mask import find_hashes as find_held
from guards._sensitive.mask import find_passages, fingerprint_passages, fingerprints, hash_value
from guards._sensitive.mask import select_values as select_held

__all__ = [
    "find_held",
    "find_passages",
    "fingerprint_passages",
    "fingerprints",
    "hash_value",
    "select_held",
]
