/**
 * Saying that one is here. Every client does so once a minute: what is stored is to the minute, so most of it changes
 * nothing, and few changes are told; the rest is asked for.
 */
import { type Context, changeOutOfTurn, type TxContext } from "../../kernel/context.ts";
import { toEveryone, toUsers } from "../../kernel/events/audience.ts";
import { announceEphemeral } from "../../kernel/events/ephemeral.ts";
import { strangersTo } from "../users/access/audience.ts";
import { dummyEmail } from "../users/access/unknown.ts";
import { apiEmail } from "../users/present.ts";
import { OFFLINE_AFTER_SECONDS, PING_INTERVAL_SECONDS } from "./contract.ts";
import { presenceEvent } from "./events.ts";
import { presentClient, presentTimes, type Times } from "./present.ts";
import { hasAtMost, type Presence, presenceOf, renewPresence } from "./store.ts";

/** What is not older than this is not written again. */
const SECONDS_BETWEEN_WRITES = 55;
/** Whoever was active less long ago is still shown so: a ping and some seconds before they would not be. */
const NEWS_AFTER_SECONDS = OFFLINE_AFTER_SECONDS - PING_INTERVAL_SECONDS - 10;
/** In larger organizations somebody comes every second. */
const MOST_USERS_TOLD = 100;
/** How long ago whoever hides was here: clients whose clocks differ show them gone as well. */
const HIDDEN_FOR_SECONDS = OFFLINE_AFTER_SECONDS + 120;

const NEVER = Number.NEGATIVE_INFINITY;

export async function reportPresence(ctx: Context, status: "active" | "idle"): Promise<void> {
  const { db, realm, user, now } = ctx;
  if (!user.settings.presence_enabled) return;
  const known = await presenceOf(db, user.id);
  const isActive = status === "active";
  const isOld = (at: number | null | undefined) => now - (at ?? NEVER) > SECONDS_BETWEEN_WRITES;
  const renewsActive = isActive && isOld(known?.last_active_at);
  if (!renewsActive && !isOld(known?.last_connected_at)) return;
  await changeOutOfTurn(ctx, async (writing) => {
    const renewed = { connected: now, active: renewsActive ? now : null };
    await renewPresence(writing.db, { userId: user.id, realmId: realm.id, ...renewed });
    const isNews = !known || (isActive && now - (known.last_active_at ?? NEVER) > NEWS_AFTER_SECONDS);
    if (isNews && (await hasAtMost(writing.db, realm.id, MOST_USERS_TOLD))) await announce(writing);
  });
}

/** When the user's setting says so from now on: whoever hides has gone, whoever shows themselves is here. */
export async function switchPresence(ctx: TxContext, isShown: boolean): Promise<void> {
  const { db, realm, user, now } = ctx;
  const hidden = now - HIDDEN_FOR_SECONDS;
  const known = await presenceOf(db, user.id);
  // Who was never active is shown as if they had been when they joined, which may be just now.
  const active = isShown ? now : Math.min(known?.last_active_at ?? user.date_joined, hidden);
  await renewPresence(db, { userId: user.id, realmId: realm.id, connected: isShown ? now : hidden, active });
  await announce(ctx);
}

async function announce(ctx: TxContext): Promise<void> {
  const { app, db, realm, user } = ctx;
  const times: Times = { ...((await presenceOf(db, user.id)) as Presence), date_joined: user.date_joined };
  const came = {
    user_id: user.id,
    server_timestamp: app.clock.now() / 1000,
    times: presentTimes(times),
    website: presentClient(times),
  };
  const strangers = await strangersTo(ctx, user);
  const audience = { ...toEveryone, except: strangers };
  announceEphemeral(ctx, presenceEvent({ ...came, email: apiEmail(realm, user) }), audience);
  // Guests who do not know the user may know that somebody is here, and no address.
  if (strangers.length > 0)
    announceEphemeral(ctx, presenceEvent({ ...came, email: dummyEmail(realm, user.id) }), toUsers(...strangers));
}
