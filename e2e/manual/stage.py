"""The basis of every manual run: clients from the package registry, a fresh server, and its users.

A run is a script that begins with `stage.within("zulip")`, which installs the packages into a virtual environment under the
temporary directory and restarts inside it. `with stage.house() as house:` then provides a server with Olivia, who owns the
organization, and the members Ada and Ben. With `--conform TOOL`, all requests go through the conform proxy in strict mode.
"""

import argparse
import base64
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse battery staple"


def within(*packages: str, options: tuple[str, ...] = ()) -> None:
    """Restarts the script in a virtual environment with these packages."""
    name = "-".join(package.split("=")[0] for package in packages)
    home = Path(tempfile.gettempdir()) / f"parley-manual-{os.getuid()}" / name
    if Path(sys.prefix) == home:
        return
    if not (home / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
        subprocess.run([str(home / "bin" / "pip"), "install", "--quiet", *options, *packages], check=True)
        (home / "complete").touch()
    os.execv(str(home / "bin" / "python"), [str(home / "bin" / "python"), *sys.argv])


def program(name: str) -> str:
    """A program that came with the packages."""
    return str(Path(sys.prefix) / "bin" / name)


@dataclass
class Person:
    """An account that calls the server directly, without a client."""

    url: str
    name: str
    email: str
    key: str
    id: int
    #: The email address that other users see.
    shown_as: str
    credentials_file: str

    def call(self, method: str, path: str, **params: Any) -> dict[str, Any]:
        return call(self.url, method, path, params, f"{self.email}:{self.key}")


@dataclass
class House:
    url: str
    directory: Path
    olivia: Person
    ada: Person
    ben: Person

    def account(self, name: str, email: str, key: str, id: int, shown_as: str) -> Person:
        path = self.directory / f"{name.lower().replace(' ', '-')}.zuliprc"
        path.write_text(f"[api]\nemail={email}\nkey={key}\nsite={self.url}\n")
        path.chmod(0o600)
        return Person(self.url, name, email, key, id, shown_as, str(path))

    def member(self, name: str) -> Person:
        email = f"{name.lower()}@example.com"
        made = self.olivia.call("POST", "users", email=email, password=PASSWORD, full_name=name)
        key = call(self.url, "POST", "fetch_api_key", {"username": email, "password": PASSWORD})["api_key"]
        return self.account(name, email, key, made["user_id"], f"user{made['user_id']}@127.0.0.1")

    def bot(self, owner: Person, name: str, **more: Any) -> Person:
        short = name.lower().replace(" ", "-")
        made = owner.call("POST", "bots", full_name=name, short_name=short, bot_type=more.pop("bot_type", 1), **more)
        bot = owner.call("GET", f"users/{made['user_id']}")["user"]
        return self.account(name, bot["email"], made["api_key"], made["user_id"], bot["email"])


def call(url: str, method: str, path: str, params: dict[str, Any], credentials: str = "") -> dict[str, Any]:
    form = urllib.parse.urlencode({k: v if isinstance(v, str) else json.dumps(v) for k, v in params.items()})
    address = f"{url}/api/v1/{path}" + (f"?{form}" if method == "GET" else "")
    request = urllib.request.Request(address, method=method, data=None if method == "GET" else form.encode())
    if credentials:
        request.add_header("Authorization", "Basic " + base64.b64encode(credentials.encode()).decode())
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {path}: {error.read().decode()}") from None


def until(what: str, condition: Callable[[], Any], seconds: float = 30) -> Any:
    """Waits for a truthy result, and returns it."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds:.0f} seconds for: {what}")
        time.sleep(0.1)
    return found


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def running(command: list[str], log: Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended with the block, together with its child processes."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, start_new_session=True, **options)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


@contextlib.contextmanager
def house() -> Iterator[House]:
    options = argparse.ArgumentParser()
    options.add_argument("--conform", metavar="TOOL", help="directory of the conform proxy")
    tool = options.parse_args().conform
    with contextlib.ExitStack() as stack:
        directory = Path(tempfile.mkdtemp(prefix="parley-manual-"))
        stack.callback(shutil.rmtree, directory, ignore_errors=True)
        port, door = free_port(), free_port() if tool else 0
        url = f"http://127.0.0.1:{door or port}"
        environment = {**os.environ, "PARLEY_DATA": str(directory / "data"), "PARLEY_PORT": str(port), "PARLEY_URL": url}
        owner = ["--owner-email", "olivia@example.com", "--owner-name", "Olivia", "--owner-password", PASSWORD]
        init = ["npm", "run", "-s", "parley", "--", "init", "--name", "Acme", *owner, "--json"]
        made = json.loads(subprocess.run(init, cwd=REPOSITORY, env=environment, check=True, capture_output=True).stdout)
        log = directory / "server.log"
        stack.enter_context(running(["npm", "start"], log, cwd=REPOSITORY, env=environment))
        until("the server is ready", lambda: answers(f"http://127.0.0.1:{port}/health"), 60)
        if tool:
            report = directory / "conform.json"
            proxy = ["node", str(Path(tool) / "conform.mjs"), "--strict", "--target", f"http://127.0.0.1:{port}"]
            proxy += ["--listen", str(door), "--report", str(report)]
            stack.callback(lambda: print((directory / "conform.log").read_text()))
            stack.enter_context(running(proxy, directory / "conform.log"))
            until("the proxy is ready", lambda: answers(f"{url}/health"))
        place = House(url, directory, *[None] * 3)  # type: ignore[arg-type]
        shown = f"user{made['user_id']}@127.0.0.1"
        place.olivia = place.account("Olivia", made["email"], made["api_key"], made["user_id"], shown)
        place.ada, place.ben = place.member("Ada"), place.member("Ben")
        yield place
        for line in log.read_text().splitlines():
            if line.startswith("{") and json.loads(line)["level"] >= 40:
                print("server:", line)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return response.status == 200
    except OSError:
        return False


class Transcript:
    """Prints each step with its result on one line. A run continues after a failure, and fails at the end."""

    def __init__(self) -> None:
        self.failures = 0

    def step(self, what: str, act: Callable[[], Any], expected: Callable[[Any], bool] | None = None) -> Any:
        try:
            answer = act()
            if isinstance(answer, dict) and "result" in answer and expected is None:
                good = answer["result"] == "success"
            else:
                good = expected is None or bool(expected(answer))
        except Exception:
            answer, good = traceback.format_exc(), False
        self.failures += not good
        print(f"{'ok  ' if good else 'FAIL'} {what}: {self.short(answer, 160 if good else 4000)}", flush=True)
        return answer if good else None

    @staticmethod
    def short(answer: Any, limit: int) -> str:
        if isinstance(answer, dict):
            answer = {key: value for key, value in answer.items() if key not in ("result", "msg") or value not in ("success", "")}
            answer = json.dumps(answer, ensure_ascii=False)
        text = str(answer).strip()
        return text if len(text) <= limit else f"{text[:limit]}…"

    def ends(self) -> None:
        print("everything as expected" if not self.failures else f"{self.failures} failed")
        sys.exit(1 if self.failures else 0)
