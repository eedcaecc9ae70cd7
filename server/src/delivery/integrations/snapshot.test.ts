import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { createBot, updateBot } from "../../people/bots/contract.ts";
import { register } from "../../registration/contract.ts";
import { offered } from "./offered.ts";
import { integrations } from "./services/index.ts";
import { deliver } from "./testing.ts";

const fetch_event_types = ["realm_incoming_webhook_bots"];

test("clients are told of every integration, its events and its options", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { realm_incoming_webhook_bots: told = [] } = await ada.call(register, { fetch_event_types });
  assert.deepEqual(told, integrations.map(offered));
  const named = (name: string) => told.find((each) => each.name === name);
  assert.equal(named("json")?.all_event_types, null);
  assert.equal(named("cloudevents")?.all_event_types, null);
  assert.ok(named("github")?.all_event_types?.includes("pull_request"));
  assert.deepEqual(
    named("github")?.url_options.map(({ key, validator }) => [key, validator]),
    [
      ["branches", "check_string"],
      ["ignore_private_repositories", "check_bool"],
    ],
  );
});

test("what clients are told is accepted by a bot and its URL", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { realm_incoming_webhook_bots: told = [] } = await ada.call(register, { fetch_event_types });
  const bot = { full_name: "Hook", short_name: "hook", bot_type: 2 };
  const { user_id, api_key: apiKey } = await ada.call(createBot, bot);
  for (const { name, all_event_types, config_options, url_options } of told) {
    const config_data = Object.fromEntries(config_options.map(({ key }) => [key, "opensesame"]));
    assert.deepEqual((await ada.call(updateBot, { bot_id: user_id, config_data })).config_data, config_data);
    const options = url_options.map(({ key, validator }) => [key, validator === "check_bool" ? "true" : "main"]);
    const query = { ...Object.fromEntries(options), only_events: JSON.stringify(all_event_types ?? []) };
    const { body } = await deliver(acme, { apiKey }, name, { body: {}, query });
    assert.equal(body.code, "UNAUTHORIZED", `${name}: only the signature is missing`);
  }
});
