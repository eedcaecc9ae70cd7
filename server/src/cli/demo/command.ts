import { isIP } from "node:net";
import { Command, InvalidArgumentError } from "commander";
import type { RunningApp } from "../../app.ts";
import { skipNotifications } from "../../delivery/notifications/store.ts";
import { Role } from "../../kernel/access/roles.ts";
import { hasRealm } from "../../kernel/access/store.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { seconds } from "../../kernel/clock.ts";
import { type App, change, type Realm } from "../../kernel/context.ts";
import type { Progress } from "../../kernel/progress.ts";
import { hashPassword, randomToken } from "../../kernel/secrets.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { deleteOrganization } from "../../organization/realms/deactivate/delete.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { createOrganization } from "../../set-up/create.ts";
import { Refusal } from "../errors.ts";
import { showingProgress } from "../progress/show.ts";
import { organizationFor, print, withApp } from "../with-app.ts";
import { channels } from "./channels.ts";
import { type DemoCast, dress } from "./dress.ts";
import { people } from "./people.ts";
import { DAYS, type DemoScene, DOMAIN, play } from "./play.ts";
import { workingDayBefore } from "./timeline.ts";
import { close, finish, open, removeUnfinished, UNFINISHED_NAME } from "./unfinished.ts";

interface DemoOptions {
  shortName?: string;
  seed: number;
  json: boolean;
}

export const demoCommand = new Command("demo")
  .description(
    "Create an organization with people, channels and weeks of conversations, to show what Parley looks like.",
  )
  .option("--short-name <name>", "its name in host names; default: demo, next to other organizations")
  .option("--seed <number>", "seed for everything random; the same seed gives the same data", wholeNumber, 1)
  .option("--json", "print one JSON object", false)
  .action(async (options: DemoOptions) => {
    const made = await showingProgress((progress) => withApp((app) => createDemo(app, options, progress), progress));
    print(made, options.json, inWords(made));
  });

/** Always an organization of its own: what another had before could not be told from what it got, if this is interrupted. */
export async function createDemo(
  app: RunningApp,
  { shortName, seed }: Pick<DemoOptions, "shortName" | "seed">,
  progress: Progress,
): Promise<DemoSummary> {
  // Random, because the demo may be reachable from the Internet.
  const password = randomToken().slice(0, 12);
  const passwordHash = await hashPassword(password);
  const realm = await createOwnOrganization(app, password, shortName);
  const owner = await ownerOf(app, realm);
  const cast = await perform(app, realm, { ownerId: owner.id, passwordHash, seed, progress });
  const counts = { people: cast.ids.size, channels: channels.length, messages: cast.sent.length };
  const api_key = app.secrets.decrypt(owner.api_key_encrypted);
  const account = { user_id: owner.id, email: owner.delivery_email, api_key, password };
  return { realm_id: realm.id, realm_url: realm.url, ...account, ...counts };
}

/** The organization is complete when this returns, and gone if it fails. */
async function perform(
  app: RunningApp,
  realm: Realm,
  given: Pick<DemoScene, "ownerId" | "passwordHash" | "seed"> & { readonly progress: Progress },
): Promise<DemoCast> {
  const now = seconds(app.clock);
  const { progress } = given;
  try {
    await close(app, realm);
    const cast = await play({ app, realm, now, ...given });
    progress.begin("Adding statuses, drafts and pictures");
    await open(app, realm);
    await dress(app, realm, cast, now);
    progress.begin("Finishing");
    await change(serverContext(app, realm), ({ db }) => skipNotifications(db, realm.id));
    await finish(app, realm);
    return cast;
  } catch (error) {
    // If that fails too, the next demo does it.
    await deleteOrganization(app, realm.id).catch(() => {});
    throw error;
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Must be a whole number.");
  return Number(text);
}

/** The short name of the demo next to another organization. */
const SHORT_NAME = "demo";
const OWNER = `olivia@${DOMAIN}`;

function ownerOf(app: RunningApp, realm: Realm) {
  return app.database.reader
    .selectFrom("user")
    .select(["id", "delivery_email", "api_key_encrypted"])
    .where("realm_id", "=", realm.id)
    .where("role", "=", Role.owner)
    .executeTakeFirstOrThrow();
}

/** As old as its conversations. */
async function createOwnOrganization(app: RunningApp, password: string, shortName?: string): Promise<Realm> {
  const { reader } = app.database;
  await removeUnfinished(app, OWNER);
  const isFirst = !(await hasRealm(reader));
  if (!isFirst) await checkRoomBeside(app, shortName);
  const owner = { email: OWNER, fullName: people.olivia.name, password };
  const stringId = shortName ?? (isFirst ? undefined : SHORT_NAME);
  const named = stringId === undefined ? {} : { stringId };
  const { realm } = await createOrganization(weeksAgo(app), { name: UNFINISHED_NAME, owner, ...named });
  // One of the channels is web-public. Nobody is connected yet, so no event is needed.
  await change(serverContext(app, realm), ({ db }) => storeSettings(db, realm.id, { enable_spectator_access: true }));
  return organizationFor(app, stringId);
}

/** Other organizations have host names of their own, which an IP address cannot have. */
async function checkRoomBeside(app: RunningApp, shortName: string | undefined): Promise<void> {
  const elsewhere = "Or set PARLEY_DATA to an empty data directory.";
  if (shortName === undefined && (await hasDemo(app)))
    throw new Refusal(`There is already a demo here. Name another one with --short-name. ${elsewhere}`);
  const { hostname } = new URL(app.url());
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)
    throw new Refusal(`The demo needs its own host name, and PARLEY_URL is an IP address. ${elsewhere}`);
}

async function hasDemo(app: RunningApp): Promise<boolean> {
  const found = await app.database.reader
    .selectFrom("user")
    .innerJoin("realm", "realm.id", "user.realm_id")
    .select("realm.id")
    .where((eb) => eb.or([eb("user.delivery_email", "=", OWNER), eb("realm.string_id", "=", SHORT_NAME)]))
    .executeTakeFirst();
  return found !== undefined;
}

function weeksAgo(app: App): App {
  const then = (workingDayBefore(seconds(app.clock), DAYS + 2) + 8 * 3600) * 1000;
  return { ...app, clock: { now: () => then, after: app.clock.after } };
}

interface DemoSummary {
  realm_id: RealmId;
  user_id: UserId;
  realm_url: string;
  email: string;
  api_key: string;
  password: string;
  people: number;
  channels: number;
  messages: number;
}

function inWords(made: DemoSummary): string {
  return [
    `The demo is an organization of its own, at ${made.realm_url}. No other one was changed.`,
    `Created ${made.people} people and bots, ${made.channels} channels and ${made.messages} messages at ${made.realm_url}`,
    `The owner is ${made.email}, with API key ${made.api_key}`,
    `Everyone signs in with the password ${made.password}`,
  ].join("\n");
}
