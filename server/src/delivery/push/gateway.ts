/**
 * The operator's push gateway, which has the accounts at Apple and Google. docs/push-gateway.md describes its protocol.
 */
import type { PushGatewayConfig } from "../../kernel/config.ts";
import type { OpenContext } from "../../kernel/context.ts";
import type { OutgoingResponse } from "../../kernel/outgoing/client.ts";
import { logOf } from "../../kernel/request-log.ts";
import { GatewayFailed, GatewayRefusesUs, GatewayUnreachable } from "./contract.ts";
import type { Notification } from "./notification.ts";

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** The maximum number of devices in one request. */
export const DEVICES_PER_REQUEST = 100;
const MAX_CODE_LENGTH = 100;
const MAX_DEVICE_ID_LENGTH = 500;

interface GatewayDevice {
  /** Our name for the device, which the gateway uses in responses. */
  readonly device: string;
  readonly kind: "apns" | "fcm";
  readonly priority: "high" | "normal";
}

/** Plain text to a device whose token we know, or encrypted to a device that only the gateway knows. */
export type Parcel =
  | (GatewayDevice & { readonly token: string; readonly app_id?: string; readonly notification: Notification })
  | (GatewayDevice & {
      readonly gateway_device_id: string;
      readonly push_account_id: string;
      readonly encrypted_notification: string;
    });

/** Returns the devices that the gateway reports as gone. */
export async function notifyThroughGateway(
  ctx: OpenContext,
  gateway: PushGatewayConfig,
  batch: { readonly id: string; readonly parcels: readonly Parcel[] },
): Promise<string[]> {
  const { id, parcels } = batch;
  const { status, body } = await post(ctx, gateway, "notify", { id, realm_url: ctx.realm.url, notifications: parcels });
  if (status >= 300) throw new GatewayFailed();
  const { gone } = jsonOf(body);
  const isGone = new Set<unknown>(Array.isArray(gone) ? gone : []);
  return parcels.map((parcel) => parcel.device).filter((device) => isGone.has(device));
}

export interface DeviceRegistration {
  readonly push_account_id: string;
  readonly token_kind: "apns" | "fcm";
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** Returns the gateway's name for the device, or its error code. */
export async function registerAtGateway(
  ctx: OpenContext,
  gateway: PushGatewayConfig,
  registration: DeviceRegistration,
): Promise<{ readonly device_id: string } | { readonly error_code: string }> {
  const { status, body } = await post(ctx, gateway, "register", { realm_url: ctx.realm.url, ...registration });
  const { device_id, code } = jsonOf(body);
  if (status < 300 && isText(device_id, MAX_DEVICE_ID_LENGTH)) return { device_id };
  if (status >= 400 && isText(code, MAX_CODE_LENGTH)) return { error_code: code };
  throw new GatewayFailed();
}

async function post(
  ctx: OpenContext,
  { url, secret }: PushGatewayConfig,
  what: string,
  body: object,
): Promise<OutgoingResponse> {
  const response = await ctx.app.trustedOutgoing
    .send({
      method: "POST",
      url: `${url}/${what}`,
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      redirects: 0,
    })
    .catch((error: unknown) => {
      logOf(ctx).warn({ err: error }, "could not reach the push gateway");
      throw new GatewayUnreachable();
    });
  if (response.status === 401 || response.status === 403) throw new GatewayRefusesUs();
  if (response.status >= 500 || response.status === 429) throw new GatewayFailed();
  return response;
}

function jsonOf(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString("utf8")));
  } catch {
    return {};
  }
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= max;
