"""The page and its API. Every answer is made from the runs that were opened; no path comes from a request."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import socket
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from gogepo.dial.access import HEADER_SECONDS, MOST_CONNECTIONS, BoundedProtocol, Guard, own_names
from gogepo.dial.players import SLOTS, Job, Slot
from gogepo.dial.session import Busy, Studio, Superseded
from gogepo.inputs import InputError

STATIC = Path(__file__).parent / "static"
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
    "/app.css": ("app.css", "text/css; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
FORMATS = {"safetensors": "application/octet-stream", "onnx": "application/octet-stream"}

Handler = Callable[[Request], Awaitable[Response]]


class Api:
    """Requests, checked and answered."""

    def __init__(self, studio: Studio):
        self._studio = studio

    def routes(self) -> list[Route]:
        return [
            self._route("/api/runs", self.runs),
            self._route("/api/run", self.run),
            self._route("/api/state", self.state),
            self._route("/api/curve", self.curve),
            self._route("/api/turn", self.turn, "POST"),
            self._route("/api/sweep", self.sweep, "POST"),
            self._route("/api/stop", self.stop, "POST"),
            self._route("/api/jobs/{number:int}", self.job),
            self._route("/api/jobs/{number:int}/frames/{episode:int}", self.frames),
            self._route("/api/jobs/{number:int}/policy.{format}", self.policy),
        ]

    def _route(self, path: str, handler: Handler, method: str = "GET") -> Route:
        async def answered(request: Request) -> Response:
            try:
                return await handler(request)
            except InputError as error:
                return JSONResponse({"error": " ".join(str(error).split())}, 400)
            except Superseded:  # no error: a browser would complain of one in its console
                return JSONResponse({"superseded": True})
            except Busy:
                return JSONResponse({"error": "too much is waiting; try again in a moment"}, 429)

        return Route(path, answered, methods=[method])

    async def runs(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._studio.runs))

    async def run(self, request: Request) -> Response:
        told = await _wait(self._studio.open(*_run_of(request.query_params)))
        return JSONResponse({**told, "scene": self._studio.troupe.scenes.get(told["env"])})

    async def state(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._studio.state, *_run_of(request.query_params)))

    async def curve(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._studio.curve, *_run_of(request.query_params)))

    async def turn(self, request: Request) -> Response:
        asked = await _json(request)
        slot, command, archived = _slot(asked), asked.get("command"), asked.get("archived")
        if command is not None and (isinstance(command, bool) or not isinstance(command, (int, float))):
            raise InputError("command must be a number")
        if archived is not None and (isinstance(archived, bool) or not isinstance(archived, int)):
            raise InputError("archived must be the number of an episode")
        if command is not None and archived is not None:
            raise InputError("ask for a command or for an archived policy, not for both")
        return self._begun(await _wait(self._studio.turn(*_run_of(asked), slot, command, archived)))

    async def sweep(self, request: Request) -> Response:
        return self._begun(await _wait(self._studio.sweep(*_run_of(await _json(request)))))

    async def stop(self, request: Request) -> Response:
        self._studio.troupe.stop(_slot(await _json(request)))
        return JSONResponse({})

    async def job(self, request: Request) -> Response:
        told = self._studio.troupe.told(request.path_params["number"])
        if told is None:
            return JSONResponse({"error": "that job is forgotten"}, 404)
        return JSONResponse(told)

    async def frames(self, request: Request) -> Response:
        job = self._job(request)
        frames = job.frames.get(request.path_params["episode"])
        if frames is None:
            return JSONResponse({"error": "no frames were kept of that episode"}, 404)
        scene = self._studio.troupe.scenes.get(job.show.env)
        head = json.dumps({**frames.layout, "scene": scene}).encode()
        head += b" " * (-(len(head) + 4) % 4)  # what follows is aligned for a Float32Array
        content = len(head).to_bytes(4, "little") + head + frames.content
        return Response(content, media_type="application/octet-stream")

    async def policy(self, request: Request) -> Response:
        job, kind = self._job(request), request.path_params["format"]
        if kind not in FORMATS:
            raise InputError("a policy is downloaded as .safetensors or .onnx")
        content = await asyncio.to_thread(_saved, job, kind)
        return Response(content, media_type=FORMATS[kind])

    def _begun(self, job: Job) -> Response:
        return JSONResponse(self._studio.troupe.told(job.number) or job.as_json())

    def _job(self, request: Request) -> Job:
        job = self._studio.troupe.job(request.path_params["number"])
        if job is None:
            raise InputError("that job is forgotten; turn the dial again")
        return job


async def _wait(future: Future[Any]) -> Any:
    return await asyncio.wrap_future(future)


def _run_of(asked: Any) -> tuple[str, int]:
    """Which run and seed is meant."""
    name, seed = asked.get("run"), asked.get("seed")
    if not isinstance(name, str):
        raise InputError("run must be the name of a run")
    if isinstance(seed, str) and seed.isascii() and seed.isdigit() and len(seed) < 20:
        seed = int(seed)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError("seed must be a whole number")
    return name, seed


def _slot(asked: dict[str, Any]) -> Slot:
    found: list[Slot] = [slot for slot in SLOTS if slot == asked.get("slot")]
    if not found:
        raise InputError(f"slot must be one of: {', '.join(SLOTS)}")
    return found[0]


async def _json(request: Request) -> dict[str, Any]:
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise InputError("the body must be application/json")
    try:
        data = json.loads(await request.body(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InputError("the body is not JSON") from None
    if not isinstance(data, dict):
        raise InputError("the body must be a JSON object")
    return data


def _refuse_constant(text: str) -> float:
    return math.nan  # `parse_command` refuses it in its own words


def _saved(job: Job, kind: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return job.policies[0].save(Path(folder) / f"policy.{kind}").read_bytes()


def _static_routes() -> list[Route]:
    """The built page, read once: what is served is this dictionary, not a folder."""
    routes = []
    for path, (name, kind) in FILES.items():
        content = (STATIC / name).read_bytes()

        async def answer(request: Request, content: bytes = content, kind: str = kind) -> Response:
            return Response(content, headers={"content-type": kind})

        routes.append(Route(path, answer, methods=["GET"]))
    return routes


async def _not_found(request: Request, error: Exception) -> Response:
    return PlainTextResponse("there is nothing here", 404)


async def _failed(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the server met an error; its terminal says which"}, 500)


def make_app(studio: Studio, hosts: list[str], token: str) -> Guard:
    routes = [*_static_routes(), *Api(studio).routes()]
    handlers: dict[Any, Any] = {404: _not_found, 500: _failed}
    return Guard(Starlette(routes=routes, exception_handlers=handlers), hosts, token)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def listen(host: str, port: int) -> socket.socket:
    """A socket on one address. Port 0 takes any that is free."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(MOST_CONNECTIONS)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot listen on {host} port {port}: {reason}; choose another --port") from None
    return listening


def make_server(studio: Studio, host: str, port: int, token: str) -> uvicorn.Server:
    config = uvicorn.Config(
        make_app(studio, own_names(host, port), token),
        http=BoundedProtocol,
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=int(HEADER_SECONDS),
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
