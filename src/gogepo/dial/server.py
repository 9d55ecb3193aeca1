"""The page and its API. Every answer is made from the runs that were opened; no path comes from a request."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import socket
import tempfile
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from gogepo.dial.access import HEADER_SECONDS, MOST_CONNECTIONS, AccessControl, BoundedProtocol, own_names
from gogepo.dial.players import SLOTS, PlayJob, Slot
from gogepo.dial.session import Busy, Session, Superseded
from gogepo.inputs import InputError

STATIC = Path(__file__).parent / "static"
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
    "/app.css": ("app.css", "text/css; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
BYTES = "application/octet-stream"


class Api:
    """Checks requests and answers them."""

    def __init__(self, session: Session):
        self._session = session

    def routes(self) -> list[Route]:
        job = "/api/jobs/{number:int}"
        return [
            Route("/api/runs", self.runs),
            Route("/api/run", self.run),
            Route("/api/state", self.state),
            Route("/api/curve", self.curve),
            Route("/api/turn", self.turn, methods=["POST"]),
            Route("/api/sweep", self.sweep, methods=["POST"]),
            Route("/api/stop", self.stop, methods=["POST"]),
            Route(job, self.job),
            Route(job + "/frames/{episode:int}", self.frames),
            Route(job + "/policy.{format}", self.policy),
        ]

    async def runs(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._session.runs))

    async def run(self, request: Request) -> Response:
        told = await asyncio.wrap_future(self._session.open(*_run_of(request.query_params)))
        return JSONResponse({**told, "scene": self._session.players.scenes.get(told["env"])})

    async def state(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._session.state, *_run_of(request.query_params)))

    async def curve(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self._session.curve, *_run_of(request.query_params)))

    async def turn(self, request: Request) -> Response:
        asked = await _json(request)
        slot, command, archived = _slot(asked), asked.get("command"), asked.get("archived")
        if command is not None and (isinstance(command, bool) or not isinstance(command, (int, float))):
            raise InputError("command must be a number")
        if archived is not None and (isinstance(archived, bool) or not isinstance(archived, int)):
            raise InputError("archived must be the number of an episode")
        if command is not None and archived is not None:
            raise InputError("ask for a command or for an archived policy, not for both")
        return await self._begun(self._session.turn(*_run_of(asked), slot, command, archived))

    async def sweep(self, request: Request) -> Response:
        return await self._begun(self._session.sweep(*_run_of(await _json(request))))

    async def stop(self, request: Request) -> Response:
        self._session.players.stop(_slot(await _json(request)))
        return JSONResponse({})

    async def job(self, request: Request) -> Response:
        job = self._session.players.job(request.path_params["number"])
        if job is None:
            return JSONResponse({"error": "that job is forgotten"}, 404)
        return JSONResponse(job.as_json())

    async def frames(self, request: Request) -> Response:
        job = self._job(request)
        frames = job.frames.get(request.path_params["episode"])
        if frames is None:
            return JSONResponse({"error": "no frames were kept of that episode"}, 404)
        scene = self._session.players.scenes.get(job.config.env)
        head = json.dumps({**frames.layout, "scene": scene}).encode()
        head += b" " * (-(len(head) + 4) % 4)  # what follows is aligned for a Float32Array
        return Response(len(head).to_bytes(4, "little") + head + frames.content, media_type=BYTES)

    async def policy(self, request: Request) -> Response:
        job, kind = self._job(request), request.path_params["format"]
        if kind not in ("safetensors", "onnx"):
            raise InputError("a policy is downloaded as .safetensors or .onnx")
        return Response(await asyncio.to_thread(_saved, job, kind), media_type=BYTES)

    async def _begun(self, job: Future[PlayJob]) -> Response:
        return JSONResponse((await asyncio.wrap_future(job)).as_json())

    def _job(self, request: Request) -> PlayJob:
        job = self._session.players.job(request.path_params["number"])
        if job is None:
            raise InputError("that job is forgotten; turn the dial again")
        return job


def _run_of(asked: Any) -> tuple[str, int]:
    """The run and the seed that are meant."""
    name, seed = asked.get("run"), asked.get("seed")
    if not isinstance(name, str):
        raise InputError("run must be the name of a run")
    if isinstance(seed, str) and seed.isascii() and seed.isdigit() and len(seed) < 20:
        seed = int(seed)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError("seed must be a whole number")
    return name, seed


def _slot(asked: dict[str, Any]) -> Slot:
    slot = asked.get("slot")
    if slot not in SLOTS:
        raise InputError(f"slot must be one of: {', '.join(SLOTS)}")
    return slot


async def _json(request: Request) -> dict[str, Any]:
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise InputError("the body must be application/json")
    try:  # NaN is let through: `parse_command` refuses it in its own words
        data = json.loads(await request.body(), parse_constant=lambda text: math.nan)
    except (ValueError, RecursionError):
        raise InputError("the body is not JSON") from None
    if not isinstance(data, dict):
        raise InputError("the body must be a JSON object")
    return data


def _saved(job: PlayJob, kind: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return job.policies[0].save(Path(folder) / f"policy.{kind}").read_bytes()


def _static_routes() -> list[Route]:
    """The built page, read once: what is served is this dictionary, not a folder."""
    content = {path: (STATIC / name).read_bytes() for path, (name, _) in FILES.items()}

    async def answer(request: Request) -> Response:
        path = request.scope["path"]
        return Response(content[path], headers={"content-type": FILES[path][1]})

    return [Route(path, answer) for path in FILES]


def _saying(response: type[Response], content: Any, status: int) -> Any:
    async def answer(request: Request, error: Exception) -> Response:
        return response(content, status)

    return answer


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": " ".join(str(error).split())}, 400)


ERRORS: dict[Any, Any] = {
    404: _saying(PlainTextResponse, "there is nothing here", 404),
    500: _saying(JSONResponse, {"error": "the server met an error; its terminal says which"}, 500),
    InputError: _refused,
    Superseded: _saying(JSONResponse, {"superseded": True}, 200),  # a browser would report an error
    Busy: _saying(JSONResponse, {"error": "too much is waiting; try again in a moment"}, 429),
}


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


def make_server(session: Session, host: str, port: int, token: str) -> uvicorn.Server:
    app = Starlette(routes=[*_static_routes(), *Api(session).routes()], exception_handlers=ERRORS)
    config = uvicorn.Config(
        AccessControl(app, own_names(host, port), token),
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
