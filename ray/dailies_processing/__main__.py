"""The driver of a run: `python -m dailies_processing`. It hands out the parts that are not done yet, and ends with a marker.

What to do is in an object whose address is in DAILIES_TICKET; nothing else of the console is known to the job.
"""

import json
import os
import sys
import time

from . import transfer
from .parts import process_part
from .templates import open_template

MAX_TICKET_BYTES = 64 * 1024**2
# One broken part may be bad luck; several are not, and the rest would only cost.
MAX_FAILED_PARTS = 3


def say(words):
    print(words, flush=True)


def read_ticket():
    address = os.environ.pop("DAILIES_TICKET", "")
    if not address:
        raise SystemExit("DAILIES_TICKET is missing: this job is submitted by the console")
    return json.loads(transfer.read_all("the ticket", address, MAX_TICKET_BYTES))


def options_of(resources):
    options = {"num_cpus": resources["cpus"], "num_gpus": resources["gpus"], "max_retries": 2, "retry_exceptions": True}
    if resources["memory_bytes"] > 0:
        options["memory"] = resources["memory_bytes"]
    return options


def main():
    # Imported here, so that the tests of the rest need no Ray.
    import ray

    ticket = read_ticket()
    # Refused at once rather than by every part.
    open_template(ticket["template"], ticket["parameters"], [name for name, _ in ticket["columns"]])
    ray.init(log_to_driver=False)
    resources, parts = ticket["resources"], list(reversed(ticket["parts"]))
    total, done, failed, running = len(parts), 0, [], {}
    shared = ray.put({name: value for name, value in ticket.items() if name != "parts"})
    task = ray.remote(process_part).options(**options_of(resources))
    say(f"processing {total} parts with {ticket['template']}, {resources['parallel']} at once")
    while parts or running:
        while parts and len(running) < resources["parallel"] and len(failed) < MAX_FAILED_PARTS:
            part = parts.pop()
            running[task.remote(shared, part)] = part["number"]
        if not running:
            break
        left = ticket["deadline"] - time.time()
        ready, _ = ray.wait(list(running), num_returns=1, timeout=max(0, min(left, 30)))
        if left <= 0:
            say("OUT OF TIME: the attempt has taken as long as it may")
            return 3
        for reference in ready:
            number = running.pop(reference)
            try:
                counts = ray.get(reference)
                done += 1
                say(f"part {number}: {counts['rows']} rows, {counts['failed']} failed, {counts['seconds']} s")
            except Exception as error:  # noqa: BLE001 - whatever broke a part is reported
                failed.append(number)
                say(f"part {number} failed: {describe(error)}")
    if failed or done < total:
        say(f"FAILED: {len(failed)} parts failed, {done} of {total} are done")
        return 2
    body = json.dumps({"attempt": ticket["attempt"], "parts": done}).encode()
    transfer.put("the last marker", ticket["done"], body, len(body))
    say(f"DONE: {done} parts")
    return 0


def describe(error):
    """The last line of what a task raised, without addresses."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    last = lines[-1] if lines else type(error).__name__
    return " ".join(word for word in last.split() if "X-Amz-" not in word)[:500]


if __name__ == "__main__":
    sys.exit(main())
