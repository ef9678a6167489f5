"""Looks at `workorder mcp` with the Python client of the protocol: one server start, one line for each point of the list.

Usage: mcp_conformance.py FOLDER PROGRAM ARGUMENT...; prints JSON lines {"point": ..., "problem": ... or null}.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp import ClientSession, MCPError, StdioServerParameters, types
from mcp.client.stdio import stdio_client

FOLDER, PROGRAM, *ARGUMENTS = sys.argv[1:]
asked: list[str] = []
logged: list[Any] = []
decisions = ["reject", "apply"]
EDIT = {
    "title": "Another greeting",
    "commands": [
        {
            "tool": "atomic_replace",
            "args": {
                "file_path": "greet.py",
                "replacements": [{"old_string": "Hello", "new_string": "Good day"}],
            },
        }
    ],
}


async def on_elicitation(_context: Any, params: Any) -> types.ElicitResult:
    asked.append(params.message)
    return types.ElicitResult(action="accept", content={"decision": decisions[len(asked) - 1]})


async def on_roots(_context: Any) -> types.ListRootsResult:
    return types.ListRootsResult(roots=[types.Root(uri=Path(FOLDER).as_uri())])


async def on_log(params: Any) -> None:
    logged.append(params)


async def main() -> None:
    server = StdioServerParameters(command=PROGRAM, args=ARGUMENTS, cwd="/", env=dict(os.environ))
    async with (
        stdio_client(server) as (read, write),
        ClientSession(
            read,
            write,
            elicitation_callback=on_elicitation,
            list_roots_callback=on_roots,
            logging_callback=on_log,
            client_info=types.Implementation(name="python-client", version="7"),
        ) as session,
    ):
        await look(session)


async def look(session: ClientSession) -> None:
    greeting = await session.initialize()
    tools = {tool.name: tool for tool in (await session.list_tools()).tools}

    async def negotiates() -> None:
        assert greeting.protocol_version == "2025-11-25", greeting.protocol_version
        offered = greeting.capabilities
        assert offered.tools and offered.resources and offered.prompts, offered

    async def says_what_tools_do() -> None:
        for tool in tools.values():
            hints = tool.annotations
            assert tool.title and tool.output_schema and hints, tool.name
            said = [hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint]
            assert None not in said, tool.name
        assert tools["read_file"].annotations.read_only_hint is True
        assert tools["propose_changes"].annotations.destructive_hint is True

    async def answers_with_data() -> None:
        # The client itself holds every answer against the schema of its tool.
        for name, arguments in [
            ("read_file", {"path": "greet.py"}),
            ("list_files", {}),
            ("locate_symbol", {"symbol_name": "greet"}),
            ("get_source", {"qualified_name": "greet.greet"}),
            ("discover_api", {"module_name": "greet"}),
            ("trace_calls", {"function": "greet"}),
        ]:
            answer = await session.call_tool(name, arguments)
            assert not answer.is_error and answer.structured_content, (name, answer)

    async def says_errors() -> None:
        for name, arguments, said in [
            ("read_file", {"path": "../x"}, "is refused"),
            ("read_file", {"file": "x"}, "invalid args"),
            ("nothing", {}, "unknown tool"),
        ]:
            answer = await session.call_tool(name, arguments)
            assert answer.is_error and said in answer.content[0].text, answer

    async def pages() -> None:
        first = await session.call_tool("list_files", {"path": "many"})
        more = first.structured_content["more"]
        names = [entry["name"] for entry in first.structured_content["result"]]
        for page in range(2, more["pages"] + 1):
            answer = await session.call_tool("read_more", {"answer": more["answer"], "page": page})
            names += [entry["name"] for entry in answer.structured_content["result"]]
        assert more["pages"] > 1 and len(names) == len(set(names)) == 1500, (more, len(names))

    async def asks_before_it_writes() -> None:
        told: list[str] = []

        async def on_progress(_progress: float, _total: float | None, message: str | None) -> None:
            told.append(message or "")

        refused = await session.call_tool("propose_changes", EDIT)
        assert refused.is_error and "Hello" in Path(FOLDER, "greet.py").read_text(), refused
        written = await session.call_tool("propose_changes", EDIT, progress_callback=on_progress)
        assert written.structured_content["changed"] is True, written
        assert "Good day" in Path(FOLDER, "greet.py").read_text()
        assert len(asked) == 2 and "+    return 'Good day '" in asked[1], asked
        assert told == ["the change is checked and waits for a decision"], told

    async def gives_resources() -> None:
        listed = (await session.list_resources()).resources
        runs = [str(one.uri) for one in listed if str(one.uri).startswith("workorder://runs/")]
        assert len(runs) == 2 and len((await session.list_resource_templates()).resource_templates) >= 5
        text = (await session.read_resource(runs[0])).contents[0].text
        assert "called by python-client 7" in text, text
        for uri in [f"{runs[0]}/diff", f"{runs[0]}/verification", "workorder://orders/rename"]:
            assert (await session.read_resource(uri)).contents[0].text, uri
        await refuses(session.read_resource("workorder://runs/nope"), -32002)

    async def gives_prompts() -> None:
        names = [prompt.name for prompt in (await session.list_prompts()).prompts]
        assert names == ["write_order", "review_change", "fix_findings"], names
        prompt = await session.get_prompt("write_order", {"step": "Rename greet to hail"})
        assert "Rename greet to hail" in prompt.messages[0].content.text
        await refuses(session.get_prompt("write_order", {}), -32602)

    async def logs() -> None:
        await session.set_logging_level("debug")
        await session.call_tool("list_files", {})
        assert any(one.data.get("tool") == "list_files" for one in logged), logged

    points: list[Callable[[], Awaitable[None]]] = [
        negotiates,
        says_what_tools_do,
        answers_with_data,
        says_errors,
        pages,
        asks_before_it_writes,
        gives_resources,
        gives_prompts,
        logs,
    ]
    for point in points:
        problem = None
        try:
            await point()
        except Exception as error:  # what is wrong belongs into the list, whatever it is
            problem = f"{type(error).__name__}: {error}"
        print(json.dumps({"point": point.__name__.replace("_", " "), "problem": problem}), flush=True)


async def refuses(request: Awaitable[Any], code: int) -> None:
    try:
        await request
    except MCPError as error:
        assert error.code == code, error
        return
    raise AssertionError(f"no error {code}")


asyncio.run(main())
