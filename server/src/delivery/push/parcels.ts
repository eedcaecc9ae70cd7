/** Builds the payload for each device, and deletes devices that are gone. */
import { change, type OpenContext } from "../../kernel/context.ts";
import { GONE } from "./contract.ts";
import { announceDevice } from "./devices.ts";
import type { Parcel } from "./gateway.ts";
import type { Notification, NotificationsByUser } from "./notification.ts";
import { seal } from "./sealed-box.ts";
import { type ActiveDevice, deleteTokens, endDevices, type StoredToken } from "./store.ts";

export interface Targets {
  readonly tokens: readonly StoredToken[];
  readonly devices: readonly ActiveDevice[];
}

/** The payload in two forms: as push services may read it, and complete for encryption. */
interface Contents {
  readonly readable: NotificationsByUser;
  readonly sealed: NotificationsByUser;
}

const priorityOf = ({ type }: Notification) => (type === "remove" ? "normal" : "high");

export function parcelsFor({ tokens, devices }: Targets, { readable, sealed }: Contents): Parcel[] {
  const plain = tokens.flatMap(({ id, user_id, kind, token, app_id }): Parcel[] => {
    const notification = readable.get(user_id);
    if (!notification) return [];
    const priority = priorityOf(notification);
    return [{ device: `token-${id}`, kind, token, ...(app_id === null ? {} : { app_id }), priority, notification }];
  });
  const encrypted = devices.flatMap((device): Parcel[] => {
    const { id, user_id, token_kind: kind, gateway_device_id, push_account_id, push_public_key } = device;
    const notification = sealed.get(user_id);
    if (!notification) return [];
    const encrypted_notification = seal(JSON.stringify(notification), push_public_key);
    const priority = priorityOf(notification);
    return [{ device: `device-${id}`, kind, gateway_device_id, push_account_id, priority, encrypted_notification }];
  });
  return [...plain, ...encrypted];
}

const idsOf = (names: readonly string[], prefix: string) =>
  names.flatMap((name) => (name.startsWith(prefix) ? Number(name.slice(prefix.length)) : []));

/** The gateway reports these as gone: the application was removed, or has a new token. */
export async function forgetDevices(ctx: OpenContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await change(ctx, async (writing) => {
    await deleteTokens(writing.db, idsOf(names, "token-"));
    for (const device of await endDevices(writing.db, idsOf(names, "device-"), GONE)) announceDevice(writing, device);
  });
}
