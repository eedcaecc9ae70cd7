import assert from "node:assert/strict";
import known from "../../../scripts/emoji-names.json" with { type: "json" };
import { org, test } from "../../../test/index.ts";
import { renderMessage } from "../../messages/contract.ts";
import * as registration from "../../registration/contract.ts";

test("clients get the URL of all emoji names, and can cache them", async (t) => {
  const acme = await org(t);
  const answer = (await acme.owner.call(registration.register, { fetch_event_types: ["realm"] })) as {
    server_emoji_data_url?: string;
  };
  const url = answer.server_emoji_data_url as string;
  assert(url.startsWith(`${acme.realm.url}/static/`));

  const response = await acme.server.fetch(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  assert.match(response.headers.get("cache-control") ?? "", /immutable/);
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  const { code_to_names } = (await response.json()) as { code_to_names: Record<string, string[]> };
  assert.equal(code_to_names["1f389"]?.[0], "tada");
  assert(code_to_names["1f44d"]?.includes("+1"));
  // Pickers and completions use nothing else.
  for (const [code, names] of Object.entries(known)) {
    const served = code_to_names[code] ?? [];
    assert.deepEqual([served[0], names.split(" ").filter((name) => !served.includes(name))], [names.split(" ")[0], []]);
  }

  const bare = await acme.server.fetch(url.replace(/\?.*/, ""));
  assert.match(bare.headers.get("cache-control") ?? "", /no-cache/);
  assert.equal((await acme.server.fetch(url, { method: "HEAD" })).status, 200);
});

test("the emoji that is not a character has an image, at the URL in messages and at the one that clients build", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { rendered } = await ada.call(renderMessage, { content: ":chat:" });
  const [, shown = ""] = /src="([^"]+)"/.exec(rendered) ?? [];
  for (const path of [shown, "/static/generated/emoji/images/emoji/unicode/zulip.png"]) {
    const answer = await acme.server.fetch(`${acme.realm.url}${path}`);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"], path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  }
  const nothing = await acme.server.fetch(`${acme.realm.url}/static/generated/emoji/images/emoji/unicode/1f600.png`);
  assert.equal(nothing.status, 404);
});
