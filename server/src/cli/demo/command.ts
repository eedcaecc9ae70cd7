import { Command, InvalidArgumentError } from "commander";
import type { RunningApp } from "../../app.ts";
import { Role } from "../../kernel/access/roles.ts";
import { hasRealm } from "../../kernel/access/store.ts";
import { seconds } from "../../kernel/clock.ts";
import { type App, change } from "../../kernel/context.ts";
import { hashPassword, randomToken } from "../../kernel/secrets.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { createOrganization } from "../../set-up/create.ts";
import { Refusal } from "../errors.ts";
import { organizationFor, print, withApp } from "../with-app.ts";
import { people } from "./people.ts";
import { DAYS, DOMAIN, play } from "./play.ts";
import { hasMessages } from "./store.ts";
import { workingDayBefore } from "./timeline.ts";

interface DemoOptions {
  realm?: string;
  seed: number;
  json: boolean;
}

export const demoCommand = new Command("demo")
  .description("Fill an organization with people, channels and weeks of conversations, to show what Parley looks like.")
  .option("--realm <short name>", "an organization without messages; default: the default organization, or a new one")
  .option("--seed <number>", "seed for everything random; the same seed gives the same data", wholeNumber, 1)
  .option("--json", "print one JSON object", false)
  .action(async (options: DemoOptions) => {
    await withApp(async (app) => {
      // Random, because the demo may be reachable from the Internet.
      const password = randomToken().slice(0, 12);
      const passwordHash = await hashPassword(password);
      const owner = await ownerFor(app, options.realm, password);
      const { realm, email } = owner;
      if (await hasMessages(app.database.reader, realm.id))
        throw new Refusal(
          "The organization already has messages. Set PARLEY_DATA to an empty data directory for the demo.",
        );
      const now = seconds(app.clock);
      const counts = await play({ app, realm, ownerId: owner.id, passwordHash, now, seed: options.seed });
      const api_key = app.secrets.decrypt(owner.api_key_encrypted);
      const made = { realm_id: realm.id, realm_url: realm.url, user_id: owner.id, email, api_key, password, ...counts };
      print(made, options.json, inWords(made, owner.isNew));
    });
  });

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Must be a whole number.");
  return Number(text);
}

/** The organization's owner. Without an organization, creates one that is as old as its conversations. */
async function ownerFor(app: RunningApp, shortName: string | undefined, password: string) {
  const { reader } = app.database;
  const isNew = shortName === undefined && !(await hasRealm(reader));
  if (isNew) {
    const owner = { email: `olivia@${DOMAIN}`, fullName: people.olivia.name, password };
    const { realm } = await createOrganization(weeksAgo(app), { name: "Kestrel Maps", owner });
    // One of the channels is web-public. Nobody is connected yet, so no event is needed.
    await change(serverContext(app, realm), ({ db }) => storeSettings(db, realm.id, { enable_spectator_access: true }));
  }
  const realm = await organizationFor(app, shortName);
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

function weeksAgo(app: App): App {
  const then = (workingDayBefore(seconds(app.clock), DAYS + 2) + 8 * 3600) * 1000;
  return { ...app, clock: { now: () => then, after: app.clock.after } };
}

interface DemoSummary {
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
    `Created ${made.people} people and bots, ${made.channels} channels and ${made.messages} messages at ${made.realm_url}`,
    `The owner is ${made.email}, with API key ${made.api_key}`,
    `${isNew ? "Everyone" : "Everyone else"} signs in with the password ${made.password}`,
  ].join("\n");
}
