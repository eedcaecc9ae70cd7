/** When a request takes its slot (`places.ts`), and when it leaves it. */
import { isVisitor } from "../access/roles.ts";
import { ApiError, demand, type Operation, RateLimitHit, said } from "../api/index.ts";
import type { Clock } from "../clock.ts";
import { MAX_BODY_BYTES } from "./body-limits.ts";
import { bodyRoom } from "./body-room.ts";
import type { Caller, Incoming, Outgoing } from "./incoming.ts";
import { type PlacesByWeight, RequestSlot, type Weight } from "./places.ts";

/** Smaller bodies may all be in memory. */
const LARGE_BODY_BYTES = 64 * 1024;
/** Of one caller: what has arrived of each, mostly 64 KiB, is in memory. Browsers and libraries send a few at once. */
const MAX_WAITING_BODIES = 128;
const RETRY_AFTER_SECONDS = 5;
/** A response with this much unsent keeps its slot, and its connection as long as the client keeps reading. */
const LARGE_ANSWER_BYTES = 256 * 1024;
const STALLED_AFTER_MS = 60_000;

export function weightOf({ isLight, method }: Operation): Weight {
  if (isLight) return "light";
  return method === "GET" ? "heavy" : "heavy change";
}

/** Without a length, it may be large. */
export function hasLargeBody({ headers }: Incoming): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > LARGE_BODY_BYTES;
}

/** Undefined if a slot is free; otherwise waits for one. */
export function takeSlot(
  byWeight: PlacesByWeight,
  weight: Weight,
  caller: Caller,
  request: Incoming,
): Promise<void> | undefined {
  const key = keyOf(caller, request);
  const places = byWeight[weight];
  const turn = places.enter(key);
  request.place = new RequestSlot(places, key);
  return turn?.then(() => {
    // Nobody waits for the response any more.
    if (request.raw.socket.destroyed) throw new ApiError(said`The connection is closed.`);
  });
}

/** A large body is not read before a slot is free, which it releases with its connection at the latest, and room for it. */
export async function takeSlotForBody(
  byWeight: PlacesByWeight,
  caller: Caller,
  request: Incoming,
  clock: Clock,
): Promise<void> {
  const { largeBodies } = byWeight;
  const key = keyOf(caller, request);
  demand(largeBodies.of(key) < MAX_WAITING_BODIES, new RateLimitHit({ "retry-after": RETRY_AFTER_SECONDS }));
  await largeBodies.during(key, () => takeSlot(byWeight, "heavy", caller, request));
  const { place } = request;
  place?.leaveWith(request.raw.socket);
  const bytes = bytesInMemory(request);
  if (bytes === 0) return;
  const room = bodyRoom.take(bytes, clock);
  if (room) await room;
  place?.whenLeft(() => bodyRoom.giveBack(bytes));
  if (request.raw.socket.destroyed) throw new ApiError(said`The connection is closed.`);
}

/** Files go to the disk, and a body that is too large is refused without being read. */
function bytesInMemory(request: Incoming): number {
  const { "content-length": length = MAX_BODY_BYTES } = request.headers;
  return request.isMultipart() || Number(length) > MAX_BODY_BYTES ? 0 : Number(length);
}

/** A client that does not read a large response keeps its slot, and is eventually disconnected. */
export function leaveWhenSent({ place, raw: { socket } }: Incoming, { raw }: Outgoing): void {
  if (raw.writableLength < LARGE_ANSWER_BYTES) {
    place?.leave();
    return;
  }
  raw.once("finish", () => place?.leave());
  place?.leaveWith(socket);
  raw.setTimeout(STALLED_AFTER_MS, () => raw.destroy());
}

/** The account, or the IP address without one. */
const keyOf = ({ user }: Caller, { ip }: Incoming): string | number => (user && !isVisitor(user) ? user.id : ip);
