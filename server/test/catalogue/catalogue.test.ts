/**
 * The whole catalogue of events: users of every role listen, with every set of capabilities, while every operation of
 * the contract is called.
 */
import assert from "node:assert/strict";
import { after } from "node:test";
import { events, operations } from "../../src/contract.ts";
import { Receiver } from "../../src/delivery/push/testing.ts";
import { capabilityFields } from "../../src/kernel/api/client-profile.ts";
import { eventKey } from "../../src/kernel/api/event.ts";
import { Model } from "../../src/messages/summary/testing.ts";
import { TOKENS_ALLOWED } from "../../src/people/json-web-tokens/testing.ts";
import { entriesOf } from "../audit.ts";
import { org, test, useServer } from "../index.ts";
import { startServer } from "../server.ts";
import { AUDIT_WAYS } from "./audit-ways.ts";
import { CAUSES } from "./causes.ts";
import { channelsChapter } from "./chapters/channels.ts";
import { lookingChapter } from "./chapters/looking.ts";
import { messagesChapter } from "./chapters/messages.ts";
import { ending, organizationChapter } from "./chapters/organization.ts";
import { peopleChapter } from "./chapters/people.ts";
import { personalChapter } from "./chapters/personal.ts";
import { type CatalogueWorld, makeWorld } from "./world.ts";

/** Stands in for the push gateway and for a browser's push service. */
const gateway = await Receiver.open();
after(() => gateway.close());
const model = await Model.open();
after(() => model.close());
model.says = "They are talking.";
/** An identity provider that nobody contacts: people only begin to link their accounts. */
const UNREACHED = {
  id: "company",
  name: "The company",
  icon: null,
  issuer: "https://id.example.com",
  client_id: "parley",
  scopes: ["openid"],
  second_factor: false,
};

useServer((engine) =>
  startServer(engine, {
    pushGateway: { url: gateway.url, secret: "a secret" },
    summaries: model.config,
    signIn: { ...TOKENS_ALLOWED, oidc: [UNREACHED] },
    outgoingAllow: ["127.0.0.1"],
  }),
);

/** Event types in the specification or the reference that do not occur here, each with its reason. */
const NOT_HEARD: Readonly<Record<string, string>> = {
  heartbeat: "is no news, but what a held poll is answered with when there is none: see events/ephemeral.test.ts",
  has_zoom_token: "there are no video calls that somebody would have to allow",
  realm_filters: "realm_linkifiers has taken its place",
  "realm_user/remove": "is for restricted guests, whom the next test has",
};

/** Event types in the specification, and additional ones in the reference. */
const CATALOGUE = [
  ...["alert_words", "attachment", "channel_folder", "drafts", "navigation_view", "reaction", "realm", "realm_bot"],
  ...["realm_domains", "realm_emoji", "realm_user", "realm_user_settings_defaults", "reminders", "saved_snippets"],
  ...["scheduled_messages", "stream", "subscription", "typing", "typing_edit_message", "update_display_settings"],
  ...["update_global_notifications", "update_message_flags", "user_group", "user_settings", "heartbeat"],
  ...["custom_profile_fields", "default_stream_groups", "default_streams", "delete_message", "has_zoom_token"],
  ...["invites_changed", "message", "muted_topics", "muted_users", "onboarding_steps", "presence", "push_device"],
  ...["realm_export", "realm_export_consent", "realm_filters", "realm_linkifiers", "realm_playgrounds", "restart"],
  ...["submessage", "update_message", "user_status", "user_topic", "web_reload_client"],
];

/**
 * Capabilities without a visible effect here: two change only the response to a registration, and one is for restricted
 * guests.
 */
const WITHOUT_EFFECT = ["notification_settings_null", "user_avatar_url_field_optional", "user_list_incomplete"];

async function endOf(world: CatalogueWorld): Promise<void> {
  const { walk } = world;
  await walk.compareClients();
  await ending(world);
  assert.equal(walk.problems.length, 0, `\n${walk.problems.join("\n\n")}`);
}

/** What operations declare to record, and did not. */
const unrecorded = ({ audited }: CatalogueWorld["walk"]): string[] =>
  Object.entries(operations)
    .flatMap(([id, { audit }]) =>
      "reason" in audit
        ? []
        : audit.filter((action) => !audited.get(id)?.has(action)).map((action) => `${id} ${action}`),
    )
    .filter((way) => !Object.hasOwn(AUDIT_WAYS, way));

/** Names, addresses and texts that the chapters use. */
const CANARIES =
  /example|acme|nina|uma|cooks|chefs|bakers|phone|salad|hooked|teapot|rust|wide open|everybody|sons|newcomers/i;

test("every operation's events reach the right users, and their clients match the server", async (t) => {
  const world = await makeWorld(await org(t), { isRestricted: false });
  await messagesChapter(world);
  await personalChapter(world, gateway);
  await channelsChapter(world);
  await peopleChapter(world);
  await organizationChapter(world);
  await lookingChapter(world);
  await endOf(world);

  const { causes, occurred, effects } = world.walk;
  assert.ok(causes.get("deleteMessage")?.has("stream/update"), "a channel's first message is told");
  const untried = Object.keys(operations).filter((id) => !causes.has(id));
  assert.deepEqual(untried, [], "every operation is tried");
  assert.deepEqual(
    unrecorded(world.walk),
    [],
    "whatever an operation declares for the audit log is recorded by calling it",
  );
  const entries = JSON.stringify((await entriesOf(world.acme)).map(({ client: _, ...entry }) => entry));
  assert.doesNotMatch(entries, CANARIES, "entries contain no texts");
  const idle = Object.keys(CAUSES).filter((cause) => !causes.get(cause)?.size);
  assert.deepEqual(idle, [], "whatever is in the table is a cause");
  const isHeard = (key: string) => [...occurred].some((each) => each === key || each.startsWith(`${key}/`));
  const declared = events.map(({ type, op }) => eventKey(type, op));
  assert.deepEqual(
    [...CATALOGUE, ...declared].filter((key) => isHeard(key) === Object.hasOwn(NOT_HEARD, key)),
    [],
    "every event is heard, or it is said why not",
  );
  const effective = Object.keys(capabilityFields).filter((name) => !WITHOUT_EFFECT.includes(name));
  assert.deepEqual([...effects].sort(), effective.sort(), "every capability shows");
});

test("events reach the right users when guests can access only people they share a conversation with", async (t) => {
  const world = await makeWorld(await org(t), { isRestricted: true });
  await personalChapter(world, gateway);
  await channelsChapter(world);
  await peopleChapter(world);
  await endOf(world);

  assert.ok(world.walk.occurred.has("realm_user/remove"));
  assert.ok(world.walk.effects.has("user_list_incomplete"));
});
