"""Decides who may ask, how much and for how long, before anything is routed.

Any page in the browser can reach a port of this machine, and any name can be made to point at it. So the
Host must be ours, the Origin too if there is one, and everything but the page's own files needs the token
that was printed in the terminal.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Iterable
from typing import Any

from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

LARGEST_BODY = 4096
LONGEST_TARGET = 1024
MOST_CONNECTIONS = 128
HEADER_SECONDS, BODY_SECONDS, ANSWER_SECONDS, CONNECTION_SECONDS = 5.0, 5.0, 60.0, 90.0
TOKEN_HEADER = b"x-gogepo-token"

CONTENT_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CONTENT_POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
    (b"connection", b"close"),  # one request a connection, so its time has one bound
]


class Refusal(Exception):
    """A request is refused."""

    def __init__(self, status: int, reason: str):
        super().__init__(reason)
        self.status, self.reason = status, reason


class AccessControl:
    """An ASGI application that admits requests to another one."""

    def __init__(self, app: Any, hosts: Iterable[str], token: str):
        self._app, self._token = app, token.encode()
        self._hosts = {host.encode() for host in hosts}
        self._origins = {b"http://" + host for host in self._hosts}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        started = False

        async def guarded_send(message: Any) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                own = {name for name, _ in HEADERS}
                theirs = [pair for pair in message.get("headers", ()) if pair[0].lower() not in own]
                message = {**message, "headers": [*theirs, *HEADERS]}
            await send(message)

        try:
            self._admit(scope)
            body = await _body(scope, receive)
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._app(scope, _replay(body, receive), guarded_send)
        except Refusal as refusal:
            await PlainTextResponse(refusal.reason, refusal.status)(scope, receive, guarded_send)
        except TimeoutError:
            if not started:
                await PlainTextResponse("it took too long", 503)(scope, receive, guarded_send)

    def _admit(self, scope: Any) -> None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            raise Refusal(421, "this server does not answer to that name")
        for name, value in headers:
            if name == b"origin" and value.lower() not in self._origins:
                raise Refusal(403, "requests from other pages are refused")
            if (
                name == b"sec-fetch-site"
                and value not in (b"same-origin", b"none")
                and not _opens_page(scope)
            ):
                raise Refusal(403, "requests from other pages are refused")
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_TARGET:
            raise Refusal(414, "that address is too long")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise Refusal(405, "GET, HEAD and POST only")
        if scope["path"].startswith("/api") and not self._knows_token(headers):
            raise Refusal(401, "the token is missing or wrong: open the address that gogepo dial printed")

    def _knows_token(self, headers: list[tuple[bytes, bytes]]) -> bool:
        given = [value for name, value in headers if name == TOKEN_HEADER]
        return len(given) == 1 and hmac.compare_digest(given[0], self._token)


def _opens_page(scope: Any) -> bool:
    """Whether a browser comes to the page from elsewhere, as from the file that it was started with."""
    top = (b"sec-fetch-dest", b"document") in scope["headers"]  # in no frame
    return top and scope["method"] == "GET" and scope["path"] == "/" and not scope["query_string"]


async def _body(scope: Any, receive: Any) -> bytes:
    """The body, which must be small and come soon."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    if any(not value.isdigit() or len(value) > 9 or int(value) > LARGEST_BODY for value in lengths):
        raise Refusal(413, f"a body may have {LARGEST_BODY} bytes")
    body, more = b"", True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refusal(400, "the request ended early")
                body, more = body + message.get("body", b""), message.get("more_body", False)
                if len(body) > LARGEST_BODY:
                    raise Refusal(413, f"a body may have {LARGEST_BODY} bytes")
    except TimeoutError:
        raise Refusal(408, "the body did not come in time") from None
    return body


def _replay(body: bytes, receive: Any) -> Any:
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Any:
        return messages.pop() if messages else await receive()

    return again


class BoundedProtocol(H11Protocol):
    """A connection that ends if its request does not come, or its answer is not taken, in time."""

    _timers: tuple[asyncio.TimerHandle, ...] = ()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._timers = (
            self.loop.call_later(HEADER_SECONDS, self._need_request),
            self.loop.call_later(CONNECTION_SECONDS, transport.abort),
        )

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in self._timers:
            timer.cancel()
        super().connection_lost(exc)

    def _need_request(self) -> None:
        if self.cycle is None:
            self.transport.abort()


def is_loopback(host: str) -> bool:
    address = _address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def is_wildcard(host: str) -> bool:
    address = _address(host)
    return host == "" or (address is not None and address.is_unspecified)


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def own_names(host: str, port: int) -> list[str]:
    """The names that a Host header may give."""
    names = {"127.0.0.1", "localhost"} if is_loopback(host) and ":" not in host else set()
    names.add((f"[{host}]" if ":" in host else host).lower())
    return sorted(f"{name}:{port}" for name in names) + (sorted(names) if port == 80 else [])
