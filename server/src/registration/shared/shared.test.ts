/** What is shared is what everybody would have got by themselves. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { gunzipSync } from "node:zlib";
import { basic } from "../../../test/ask.ts";
import { answerOf } from "../../../test/front.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { Receiver } from "../../delivery/push/testing.ts";
import { features } from "../../features.ts";
import { capabilityFields } from "../../kernel/api/client-profile.ts";
import { type Capability, type ClientProfile, capabilitiesFrom } from "../../kernel/api/index.ts";
import type { App, User } from "../../kernel/context.ts";
import { textOf } from "../../kernel/http/shared-text.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { does, furnished, type RegisteredOrganization } from "../answer/workspace.ts";
import { readSnapshot } from "../snapshot.ts";

// Without a push gateway there are no devices.
const gateway = await Receiver.open();
after(() => gateway.close());
useServer((engine) => startServer(engine, { pushGateway: { url: gateway.url, secret: "secret" } }));

const PARTS = features.flatMap((feature) => feature.snapshot ?? []);
const CAPABILITIES = Object.keys(capabilityFields) as Capability[];

type RegisteredState = Readonly<Record<string, unknown>>;

/** A server on the same database that has nothing to share yet. */
const alone = (app: App): App => Object.create(app) as App;

async function stateOf(
  app: App,
  { acme }: RegisteredOrganization,
  person: Person,
  kind: Kind,
): Promise<RegisteredState> {
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const ctx = { ...serverContext(app, realm), user: { id: person.id } as User };
  const { include_subscribers, profile } = kind;
  const { membersAfter } = await readSnapshot(ctx, PARTS, { profile, include_subscribers, types: undefined });
  const { server_timestamp: _, ...state } = JSON.parse(`{${textOf(membersAfter('"result":"success"'))}}`);
  return state;
}

interface Kind {
  readonly profile: ClientProfile;
  readonly include_subscribers: "true" | "false" | "partial";
}

/** Every capability alone, all but one, all, none; with the other choices of a client in turns. */
function kinds(): Kind[] {
  const sets: (readonly Capability[])[] = [
    [],
    CAPABILITIES,
    ...CAPABILITIES.map((each) => [each]),
    ...CAPABILITIES.map((each) => CAPABILITIES.filter((other) => other !== each)),
  ];
  return sets.map((set, index) => ({
    include_subscribers: (["true", "false", "partial"] as const)[index % 3] ?? "true",
    profile: {
      capabilities: capabilitiesFrom(Object.fromEntries(set.map((name) => [name, true]))),
      apply_markdown: true,
      client_gravatar: index % 2 === 0,
      slim_presence: index % 4 < 2,
      dialect: index % 5 < 2 ? "upstream" : "neutral",
      ...(index % 7 === 0 ? { lacksPronouns: true as const } : {}),
    },
  }));
}

test("the shared answer equals the one made without sharing, for every role and kind of client", async (t) => {
  const workspace = await furnished(t);
  const { acme, everybody } = workspace;
  const people = Object.entries(everybody);
  for (const [index, [role, person]] of people.entries())
    if (role !== "bot") await does(person, "PATCH /settings", { email_address_visibility: (index % 5) + 1 });
  await acme.channel("cellar", [everybody.moderator], { invite_only: true });
  for (const isRestricted of [false, true]) {
    const group = acme.realm.systemGroups[isRestricted ? "role:members" : "role:everyone"];
    await does(acme.owner, "PATCH /realm", { can_access_all_users_group: { new: group } });
    for (const kind of acme.server.engine === "sqlite" ? kinds() : kinds().filter((_, index) => index % 4 === 1))
      for (const [role, person] of people) {
        const { app } = acme.server;
        const shared = await stateOf(app, workspace, person, kind);
        const own = await stateOf(alone(app), workspace, person, kind);
        assert.deepEqual(shared, own, `for the ${role}, with ${JSON.stringify(kind)}`);
      }
  }
});

async function addressesShownTo(
  { server, realm }: Organization,
  person: Person,
  accepted: string,
): Promise<Map<unknown, unknown>> {
  const { headers, rawPayload } = await answerOf(server.http, {
    method: "POST",
    url: "/api/v1/register",
    headers: {
      host: realm.host,
      authorization: basic(person.email, person.apiKey),
      "accept-encoding": accepted,
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: "",
  });
  assert.equal(headers["content-encoding"], accepted === "gzip" ? "gzip" : undefined);
  const text = accepted === "gzip" ? gunzipSync(rawPayload) : rawPayload;
  const { realm_users } = JSON.parse(text.toString()) as { realm_users: Readonly<Record<string, unknown>>[] };
  return new Map(realm_users.map(({ user_id, delivery_email }) => [user_id, delivery_email]));
}

test("people see their own address in the shared list, and nobody else does", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  for (const person of [ada, ben]) await does(person, "PATCH /settings", { email_address_visibility: 4 });
  for (const accepted of ["identity", "gzip"])
    for (const [person, other] of [
      [ada, ben],
      [ben, ada],
      [ada, ben],
    ] as const) {
      const addresses = await addressesShownTo(acme, person, accepted);
      assert.deepEqual([addresses.get(person.id), addresses.get(other.id)], [person.email, null]);
    }
});
