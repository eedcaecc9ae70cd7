import { demand, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Secrets } from "../../kernel/secrets.ts";
import { ConfigTooLarge, MAX_CONFIG_CHARACTERS } from "./contract.ts";
import { storedConfig } from "./store.ts";

type BotConfig = Readonly<Record<string, string>>;

/** What a service signs its requests with. */
export const WEBHOOK_SECRET = "webhook_secret";

/** Entries that are stored encrypted: reading the database must not be enough to sign requests to a bot (decision 104). */
const SEALED: ReadonlySet<string> = new Set([WEBHOOK_SECRET]);

/** Configuration must stay small: bots have storage for larger data. */
export function checkConfig(config: BotConfig): void {
  const characters = Object.entries(config).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  demand(characters <= MAX_CONFIG_CHARACTERS, new ConfigTooLarge());
}

/** As it is stored. An empty secret is none. */
export function sealedConfig(secrets: Secrets, config: BotConfig): Record<string, string> {
  return mapped(config, (name, value) => (SEALED.has(name) && value !== "" ? secrets.encrypt(value) : value));
}

/** As it was sent, without secrets of another server. */
export function openedConfig(secrets: Secrets, config: BotConfig): Record<string, string> {
  return mapped(config, (name, value) => (SEALED.has(name) ? (opened(secrets, value) ?? "") : value));
}

/** Undefined if there is none; null if it was sealed by another server, from which the bot was imported. */
export async function webhookSecret({ app, db }: Context, bot: UserId): Promise<string | null | undefined> {
  const sealed = (await storedConfig(db, bot))[WEBHOOK_SECRET];
  return sealed === undefined || sealed === "" ? undefined : (opened(app.secrets, sealed) ?? null);
}

function opened(secrets: Secrets, sealed: string): string | undefined {
  if (sealed === "") return "";
  try {
    return secrets.decrypt(sealed);
  } catch {
    return undefined;
  }
}

const mapped = (config: BotConfig, change: (name: string, value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, change(name, value)]));
