/**
 * Records presence reports. Every client sends one a minute, so times are stored to the minute and most reports write
 * nothing. Few changes are announced; clients request the rest.
 */
import { type Context, changeOutOfTurn, type TxContext } from "../../kernel/context.ts";
import { type Audience, toEveryone, toUsers } from "../../kernel/events/audience.ts";
import { announceEphemeral } from "../../kernel/events/ephemeral.ts";
import { append } from "../../kernel/events/log.ts";
import { strangersTo } from "../users/access/audience.ts";
import { dummyEmail } from "../users/access/unknown.ts";
import { apiEmail } from "../users/present.ts";
import { OFFLINE_AFTER_SECONDS, PING_INTERVAL_SECONDS } from "./contract.ts";
import { presenceEvent } from "./events.ts";
import { presentClient, presentTimes, type Times } from "./present.ts";
import { hasAtMost, type Presence, presenceOf, renewPresence } from "./store.ts";

/** More recent times are not updated. */
const SECONDS_BETWEEN_WRITES = 55;
/** Users who were active more recently are still shown as active, with a margin of one ping and some seconds. */
const NEWS_AFTER_SECONDS = OFFLINE_AFTER_SECONDS - PING_INTERVAL_SECONDS - 10;
/** In larger organizations there would be an event every second. */
const MAX_USERS_FOR_EVENTS = 100;
/** Users who hide their presence were last seen this long ago: enough for clients whose clocks differ. */
const HIDDEN_FOR_SECONDS = OFFLINE_AFTER_SECONDS + 120;

const NEVER = Number.NEGATIVE_INFINITY;

type Announce = (ctx: TxContext, event: ReturnType<typeof presenceEvent>, audience: Audience) => void;

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
    if (isNews && (await hasAtMost(writing.db, realm.id, MAX_USERS_FOR_EVENTS))) await announcePresence(writing);
  });
}

/** For a change of the user's setting: a user who hides goes offline, and one who no longer hides is active. */
export async function switchPresence(ctx: TxContext, isShown: boolean): Promise<void> {
  const { db, realm, user, now } = ctx;
  const hidden = now - HIDDEN_FOR_SECONDS;
  const known = await presenceOf(db, user.id);
  // A user who was never active is shown with the time they joined, which may be just now.
  const active = isShown ? now : Math.min(known?.last_active_at ?? user.date_joined, hidden);
  await renewPresence(db, { userId: user.id, realmId: realm.id, connected: isShown ? now : hidden, active });
  // Stored, although presence usually is not: it comes between the setting and the status, which are.
  await announcePresence(ctx, append);
}

async function announcePresence(ctx: TxContext, announce: Announce = announceEphemeral): Promise<void> {
  const { app, db, realm, user } = ctx;
  const times: Times = { ...((await presenceOf(db, user.id)) as Presence), date_joined: user.date_joined };
  const report = {
    user_id: user.id,
    server_timestamp: app.clock.now() / 1000,
    times: presentTimes(times),
    website: presentClient(times),
  };
  const strangers = await strangersTo(ctx, user);
  const audience = { ...toEveryone, except: strangers };
  announce(ctx, presenceEvent({ ...report, email: apiEmail(realm, user) }), audience);
  // Guests who cannot access the user may see that someone is here, but not the address.
  if (strangers.length > 0)
    announce(ctx, presenceEvent({ ...report, email: dummyEmail(realm, user.id) }), toUsers(...strangers));
}
