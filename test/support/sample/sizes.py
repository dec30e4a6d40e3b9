"""How many backups fit on a disk."""

GIB = 2**30


def backups_that_fit(disk_bytes: int, backup_bytes: int, keep_free: float = 0.1) -> int:
    usable = disk_bytes * (1 - keep_free)
    return int(usable // backup_bytes)


if __name__ == "__main__":
    print(backups_that_fit(512 * GIB, 18 * GIB))
