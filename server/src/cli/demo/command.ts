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
import { hasMessages } from "./store.ts";
import { workingDayBefore } from "./timeline.ts";
import { close, finish, open, removeUnfinished, UNFINISHED_NAME } from "./unfinished.ts";

interface DemoOptions {
  realm?: string;
  seed: number;
  json: boolean;
}

export const demoCommand = new Command("demo")
  .description("Fill an organization with people, channels and weeks of conversations, to show what Parley looks like.")
  .option("--realm <short name>", "an organization without messages; default: a new one, which leaves the others alone")
  .option("--seed <number>", "seed for everything random; the same seed gives the same data", wholeNumber, 1)
  .option("--json", "print one JSON object", false)
  .action(async (options: DemoOptions) => {
    const made = await showingProgress((progress) => withApp((app) => createDemo(app, options, progress), progress));
    print(made, options.json, inWords(made, options.realm === undefined));
  });

export async function createDemo(
  app: RunningApp,
  { realm: shortName, seed }: Pick<DemoOptions, "realm" | "seed">,
  progress: Progress,
): Promise<DemoSummary> {
  // Random, because the demo may be reachable from the Internet.
  const password = randomToken().slice(0, 12);
  const passwordHash = await hashPassword(password);
  const owner = await ownerFor(app, shortName, password);
  const { realm, email } = owner;
  if (await hasMessages(app.database.reader, realm.id))
    throw new Refusal("The organization already has messages. Leave out --realm to create another one.");
  const cast = await perform(app, owner, {
    passwordHash,
    seed,
    progress: owner.isNew ? progress : finishing(progress),
  });
  const counts = { people: cast.ids.size, channels: channels.length, messages: cast.sent.length };
  const api_key = app.secrets.decrypt(owner.api_key_encrypted);
  return { realm_id: realm.id, realm_url: realm.url, user_id: owner.id, email, api_key, password, ...counts };
}

/** What an organization had before cannot be told from what it got. */
const finishing = (progress: Progress): Progress => ({
  begin: (stage, total) => progress.begin(stage, total, { mustFinish: true }),
  add: (count) => progress.add(count),
});

type DemoOwner = Awaited<ReturnType<typeof ownerFor>>;

/** A new organization is complete when this returns, and gone if it fails. */
async function perform(
  app: RunningApp,
  { realm, id: ownerId, isNew }: DemoOwner,
  given: Pick<DemoScene, "passwordHash" | "seed"> & { readonly progress: Progress },
): Promise<DemoCast> {
  const now = seconds(app.clock);
  const { progress } = given;
  try {
    if (isNew) await close(app, realm);
    const cast = await play({ app, realm, ownerId, now, ...given });
    progress.begin("Adding statuses, drafts and pictures");
    if (isNew) await open(app, realm);
    await dress(app, realm, cast, now);
    progress.begin("Finishing");
    await change(serverContext(app, realm), ({ db }) => skipNotifications(db, realm.id));
    if (isNew) await finish(app, realm);
    return cast;
  } catch (error) {
    // If that fails too, the next demo does it.
    if (isNew) await deleteOrganization(app, realm.id).catch(() => {});
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

/** The organization's owner. Unless one is named, creates an organization that is as old as its conversations. */
async function ownerFor(app: RunningApp, shortName: string | undefined, password: string) {
  const { reader } = app.database;
  const isNew = shortName === undefined;
  const realm = isNew ? await createOwnOrganization(app, password) : await organizationFor(app, shortName);
  const owner = await reader
    .selectFrom("user")
    .select(["id", "delivery_email", "api_key_encrypted"])
    .where("realm_id", "=", realm.id)
    .where("role", "=", Role.owner)
    .where("is_active", "=", true)
    .where("bot_type", "is", null)
    .orderBy("id")
    .executeTakeFirst();
  if (!owner) throw new Refusal("The organization has no active owner.");
  return { ...owner, email: owner.delivery_email, realm, isNew };
}

async function createOwnOrganization(app: RunningApp, password: string): Promise<Realm> {
  const { reader } = app.database;
  await removeUnfinished(app, OWNER);
  const isFirst = !(await hasRealm(reader));
  if (!isFirst) await checkRoomBeside(app);
  const owner = { email: OWNER, fullName: people.olivia.name, password };
  const named = isFirst ? {} : { stringId: SHORT_NAME };
  const { realm } = await createOrganization(weeksAgo(app), { name: UNFINISHED_NAME, owner, ...named });
  // One of the channels is web-public. Nobody is connected yet, so no event is needed.
  await change(serverContext(app, realm), ({ db }) => storeSettings(db, realm.id, { enable_spectator_access: true }));
  return organizationFor(app, isFirst ? undefined : SHORT_NAME);
}

/** Other organizations have host names of their own, which an IP address cannot have. */
async function checkRoomBeside(app: RunningApp): Promise<void> {
  const elsewhere = "For another one, set PARLEY_DATA to an empty data directory.";
  const demo = await app.database.reader
    .selectFrom("user")
    .innerJoin("realm", "realm.id", "user.realm_id")
    .select("realm.string_id")
    .where((eb) => eb.or([eb("user.delivery_email", "=", OWNER), eb("realm.string_id", "=", SHORT_NAME)]))
    .executeTakeFirst();
  if (demo) throw new Refusal(`There is already a demo here, which already has messages. ${elsewhere}`);
  const { hostname } = new URL(app.url());
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)
    throw new Refusal(`The demo needs its own host name, and PARLEY_URL is an IP address. ${elsewhere}`);
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

function inWords(made: DemoSummary, isNew: boolean): string {
  return [
    ...(isNew ? [`The demo is an organization of its own, at ${made.realm_url}. No other one was changed.`] : []),
    `Created ${made.people} people and bots, ${made.channels} channels and ${made.messages} messages at ${made.realm_url}`,
    `The owner is ${made.email}, with API key ${made.api_key}`,
    `${isNew ? "Everyone" : "Everyone else"} signs in with the password ${made.password}`,
  ].join("\n");
}
