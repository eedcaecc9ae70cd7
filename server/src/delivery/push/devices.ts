/** Registers and unregisters mobile devices. Events report the state of a registration, never a token or a key. */

import { hash } from "node:crypto";
import { demand, type UserId } from "../../kernel/api/index.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { on } from "../../kernel/moments.ts";
import { keyReplaced, personDeactivating } from "../../people/moments.ts";
import {
  ENDED,
  InvalidApnsToken,
  InvalidAppId,
  InvalidPushPublicKey,
  InvalidTokenLength,
  MAX_TOKEN_LENGTH,
  NoSuchToken,
  PushServiceNotConfigured,
} from "./contract.ts";
import { pushDeviceEvent } from "./events.ts";
import { introduceDevice } from "./introduce.ts";
import { changingPushUsers } from "./push-users.ts";
import { isPublicKey } from "./sealed-box.ts";
import {
  type Device,
  deleteToken,
  deleteTokensOf,
  deviceOf,
  endDevicesOf,
  hasToken,
  saveDevice,
  saveToken,
} from "./store.ts";
import { deleteSubscriptionsWithoutSession } from "./web/store.ts";

export type TokenKind = "apns" | "fcm";

export interface Token {
  readonly kind: TokenKind;
  readonly token: string;
}

/** Tokens and endpoints are too long for an index, so they are compared by their hash. */
export const longKey = (text: string): string => hash("sha256", text, "base64url");

export function statusOf({ error_code, gateway_device_id }: Pick<Device, "error_code" | "gateway_device_id">) {
  if (error_code !== null) return "failed";
  return gateway_device_id === null ? "pending" : "active";
}

/** The stored form of a token. Apple's tokens are hexadecimal and may arrive in upper case. */
function checkedToken({ kind, token }: Token): Token {
  demand(token !== "" && [...token].length <= MAX_TOKEN_LENGTH, new InvalidTokenLength());
  if (kind === "fcm") return { kind, token };
  demand(/^(?:[0-9a-f]{2})+$/i.test(token), new InvalidApnsToken());
  return { kind, token: token.toLowerCase() };
}

/** Registering a known token only updates its time: applications send it whenever they start. */
export async function addToken(ctx: WriteContext, sent: Token, app_id: string | null = null): Promise<void> {
  const { db, user, now } = ctx;
  const { kind, token } = checkedToken(sent);
  demand(app_id === null || /^[.a-zA-Z0-9-]+$/.test(app_id), new InvalidAppId());
  await changingPushUsers(ctx, [user.id], async () => {
    if (!(await hasToken(db, user.id, kind, longKey(token))))
      await demandRoom(ctx, "push_tokens", { user_id: user.id });
    await saveToken(db, {
      user_id: user.id,
      kind,
      token,
      token_key: longKey(token),
      app_id,
      registered_at: now,
    });
  });
}

export async function removeToken({ db, user }: WriteContext, sent: Token): Promise<void> {
  const { kind, token } = checkedToken(sent);
  demand(await deleteToken(db, user.id, kind, longKey(token)), new NoSuchToken());
}

export interface DeviceRegistration {
  readonly token_kind: TokenKind;
  readonly push_account_id: string;
  readonly push_public_key: string;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** A job contacts the gateway, so that a device with a poor connection need not wait. */
export async function registerDevice(ctx: WriteContext, sent: DeviceRegistration): Promise<void> {
  const { db, user, now } = ctx;
  demand(ctx.app.config.pushGateway !== undefined, new PushServiceNotConfigured());
  const { token_kind, push_public_key, bouncer_public_key, encrypted_push_registration } = sent;
  demand(isPublicKey(push_public_key), new InvalidPushPublicKey());
  const push_account_id = String(BigInt(sent.push_account_id));
  const known = await deviceOf(db, user.id, push_account_id);
  // A device that missed our response asks again.
  if (known && known.error_code === null) return;
  if (!known) await demandRoom(ctx, "push_devices", { user_id: user.id });
  const device = { user_id: user.id, push_account_id, token_kind, push_public_key, registered_at: now };
  const device_id = await saveDevice(db, device);
  append(ctx, pushDeviceEvent({ push_account_id, status: "pending" }), toUsers(user.id));
  enqueue(ctx, introduceDevice({ device_id, registered_at: now, bouncer_public_key, encrypted_push_registration }));
}

export function announceDevice(ctx: Writing, device: Device): void {
  const { push_account_id, error_code } = device;
  const body = { push_account_id, status: statusOf(device) } as const;
  const event = pushDeviceEvent(error_code === null ? body : { ...body, error_code });
  append(ctx, event, toUsers(device.user_id));
}

/** Someone else who had the API key may have registered them, so a new key ends all registrations. */
export async function endRegistrationsOf(ctx: Writing, userId: UserId): Promise<void> {
  const { db } = ctx;
  await deleteTokensOf(db, userId);
  await deleteSubscriptionsWithoutSession(db, userId);
  for (const device of await endDevicesOf(db, userId, ENDED)) announceDevice(ctx, device);
}

export const endingRegistrations = [
  on(personDeactivating, (ctx, { userId }) => endRegistrationsOf(ctx, userId)),
  on(keyReplaced, (ctx, { userId }) => endRegistrationsOf(ctx, userId)),
];
