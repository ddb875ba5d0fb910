from guards._sensitive.named import is_secret_path, keeps_secrets, rate_path, read_secret_values

__all__ = ["is_secret_path", "keeps_secrets", "rate_path", "read_secret_values"]
