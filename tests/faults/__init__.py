"""Drivers that make a machine fail under the hooks: many processes at once, kills, full disks, hostile payloads.

Each has `run(folder, ...) -> {name: count}`.  The tests play short ones (test_faults.py), bench/faults.py long ones.
"""
