/**
 * What belongs to bots beside their accounts: owners, default channels, and where outgoing webhooks are called. Their API keys are
 * new here (decision 149).
 */
import { skipped } from "../imports/skipped.ts";
import { BotType } from "../kernel/access/roles.ts";
import { MAX_URL_LENGTH } from "../kernel/api/limits.ts";
import { change } from "../kernel/context.ts";
import { updateBot } from "../people/bots/contract.ts";
import { INTERFACES } from "../people/bots/create/actions.ts";
import { replaceService } from "../people/bots/store.ts";
import type { BotState, CalledService } from "./bot-state.ts";
import { type Difference, isSame } from "./difference.ts";
import type { Sides } from "./sides.ts";

/** Longer than any that a server makes. */
const LONGEST_TOKEN = 500;

export function botDifferences(sides: Sides): Difference[] {
  const here = new Map(sides.local.bots.map((bot) => [bot.id, bot]));
  return sides.remote.bots.flatMap((bot) => {
    const own = here.get(sides.ids.get("person", bot.id) ?? 0);
    // Of those that are deactivated nobody may change anything.
    if (!own || !bot.isActive || !own.isActive) return [];
    return [...ownerDifferences(sides, bot, own), ...defaultDifferences(sides, bot, own), ...calls(sides, bot, own)];
  });
}

function ownerDifferences({ ids, server, owner: as }: Sides, bot: BotState, own: BotState): Difference[] {
  const bot_owner_id = ids.get("person", bot.owner);
  if (bot_owner_id === undefined || bot_owner_id === own.owner) return [];
  const mend = async () => void (await server.call(as, updateBot, { bot_id: own.id, bot_owner_id }));
  return [{ says: `The bot ${own.name} belongs to somebody else.`, mend }];
}

/** As the administrator, who sees the channels on both sides. */
function defaultDifferences(sides: Sides, bot: BotState, own: BotState): Difference[] {
  const { server, as } = sides;
  const wanted = {
    default_sending_stream: channelHere(sides, bot.sendsTo),
    default_events_register_stream: channelHere(sides, bot.listensTo),
    default_all_public_streams: bot.listensToAll,
  };
  const current = {
    default_sending_stream: own.sendsTo ?? "",
    default_events_register_stream: own.listensTo ?? "",
    default_all_public_streams: own.listensToAll,
  };
  if (isSame(wanted, current)) return [];
  const mend = async () => void (await server.call(as, updateBot, { bot_id: own.id, ...wanted }));
  return [{ says: `The default channels of the bot ${own.name} differ.`, mend }];
}

/** Empty for none. */
function channelHere({ remote, local, ids }: Sides, name: string | null): string {
  const there = name === null ? undefined : [...remote.channels.values()].find((channel) => channel.name === name);
  return local.channels.get(ids.get("channel", there?.id) ?? 0)?.name ?? "";
}

function calls({ server, leaveOut }: Sides, bot: BotState, own: BotState): Difference[] {
  if (own.type !== BotType.outgoingWebhook) return [];
  const [wanted, ...others] = bot.services;
  const leave = (reason: string, count: number) => leaveOut(skipped("services of bots", reason, own.name, count));
  if (others.length > 0) leave("a bot is called at one address", others.length);
  if (wanted === undefined || isSame(wanted, own.services[0])) return [];
  if (!isUsable(wanted)) {
    leave("a bot cannot be called like this", 1);
    return [];
  }
  const mend = async () => {
    const ctx = await server.asOperator();
    const token_encrypted = ctx.app.secrets.encrypt(wanted.token);
    const service = { user_id: own.id, base_url: wanted.address, interface: wanted.form, token_encrypted };
    await change(ctx, ({ db }) => replaceService(db, service));
  };
  return [{ says: `The bot ${own.name} is called in another way.`, mend }];
}

const isUsable = ({ address, form, token }: CalledService): boolean =>
  address.length <= MAX_URL_LENGTH &&
  URL.canParse(address) &&
  /^https?:$/.test(new URL(address).protocol) &&
  INTERFACES.includes(form) &&
  token !== "" &&
  token.length <= LONGEST_TOKEN;
