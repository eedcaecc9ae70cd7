import { openApp } from "@parley/server/app.ts";
import { groupPermissions } from "@parley/server/kernel/access/permission-settings.ts";
import { addMembers, addSubgroups } from "@parley/server/kernel/access/store.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import type { Realm } from "@parley/server/kernel/context.ts";
import type { TurnTx } from "@parley/server/kernel/db/handles.ts";
import { insertGroup } from "@parley/server/people/groups/store.ts";
import { pino } from "pino";
import type { LoadRequest } from "../load/jobs.ts";
import { insertBareChannel, type Population, writing } from "../population.ts";
import { load, type Server, startParley } from "../processes.ts";
import { against, byTurns, type Figure, type Scenario } from "../scenario.ts";

const FEW = 10;
const MANY = 1000;
/** Each group contains the previous one, in chains of this length. */
const LEVELS = 10;
/** Private channels that are visible only through a group. */
const CHANNELS = 200;
const CONNECTIONS = 8;
const ROUNDS = 5;

/** 1.3 times the time is 0.77 times the rate. */
const target = { atLeast: 0.77 };

export const groups: Scenario = {
  name: "groups",
  question: "Does a request cost the same in an organization of 1,000 groups as in one of 10?",
  async measure(population) {
    const [few, many] = [await prepared(population, FEW), await prepared(population, MANY)];
    try {
      const figures: Figure[] = [];
      for (const kind of ["reading", "joining"] as const) {
        const what = {
          reading: `${CHANNELS} private channels by ${MANY} groups (of ${FEW})`,
          joining: `joining and leaving, of ${MANY} groups (${FEW})`,
        };
        const rates = await byTurns(
          () => rate(many.server, many[kind]),
          () => rate(few.server, few[kind]),
          ROUNDS,
        );
        figures.push({ what: what[kind], unit: "/s", ...rates, target });
      }
      return figures;
    } finally {
      await Promise.all([few.server.stop(), many.server.stop()]);
    }
  },
};

const rate = (server: Server, request: LoadRequest) =>
  against(server, () =>
    load({
      kind: "closed-loop",
      port: server.port,
      connections: CONNECTIONS,
      warmUpSeconds: 0.5,
      seconds: 2,
      requests: [request],
    }),
  );

/**
 * A server with this many groups. The reader is at the bottom of every chain, ten levels below its top, which is the
 * most there is to resolve. The joiner changes a membership with each request, so resolved groups cannot be cached.
 */
async function prepared(population: Population, count: number) {
  const directory = await population.copy();
  const [reader, joiner] = population.people as [Population["people"][0], Population["people"][0]];
  const app = await openApp(readConfig({ PARLEY_DATA: directory }), { log: pino({ level: "error" }) });
  let joined = 0;
  try {
    const { id } = await app.database.reader.selectFrom("realm").select("id").executeTakeFirstOrThrow();
    const realm = await app.identities.realmById(app.database.reader, id);
    await writing(app, id, async (tx) => {
      const names = Array.from({ length: count }, (_, index) => `group ${index}`);
      const made = await makeGroups(tx, realm, names);
      for (const bottom of made.filter((_, index) => index % LEVELS === 0)) await addMembers(tx, bottom, [reader.id]);
      await addMembers(tx, made[0] as number, [joiner.id]);
      await makeChannels(tx, realm, made);
      // No channel depends on it, however many groups there are.
      [joined] = (await makeGroups(tx, realm, ["club"])) as [number];
    });
  } finally {
    await app.stop();
  }
  const ids = JSON.stringify([joiner.id]);
  const reading: LoadRequest = { method: "GET", path: "/api/v1/streams?include_all=true", as: reader.login };
  const joining: LoadRequest = {
    method: "POST",
    path: `/api/v1/user_groups/${joined}/members`,
    as: joiner.login,
    form: { add: ids, delete: ids },
  };
  return { server: await startParley(directory), reading, joining };
}

async function makeGroups(tx: TurnTx, realm: Realm, names: readonly string[]): Promise<number[]> {
  const members = realm.systemGroups["role:members"];
  const settings = Object.fromEntries(Object.keys(groupPermissions).map((name) => [name, members]));
  const made: number[] = [];
  for (const [index, name] of names.entries()) {
    const group = { realm_id: realm.id, kind: "named" as const, description: "", deactivated: false };
    const id = await insertGroup(tx, { ...group, name, ...settings });
    if (index % LEVELS > 0) await addSubgroups(tx, id, [made[index - 1] as number]);
    made.push(id);
  }
  return made;
}

async function makeChannels(tx: TurnTx, realm: Realm, groupIds: readonly number[]): Promise<void> {
  for (let index = 0; index < CHANNELS; index++)
    await insertBareChannel(tx, realm, {
      name: `private ${index}`,
      invite_only: true,
      can_subscribe_group: groupIds[Math.floor((index * groupIds.length) / CHANNELS)] as number,
    });
}
