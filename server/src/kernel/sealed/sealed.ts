/**
 * Values that a client keeps for the server between two requests. They are encrypted, so nobody can read or change them;
 * they belong to one organization and one purpose, and expire. A value that must not be used twice is spent in the
 * change that uses it (`store.ts`).
 */
import type { RealmId } from "../api/ids.ts";
import type { OpenContext } from "../context.ts";
import { randomToken } from "../secrets.ts";

type Sealing = Pick<OpenContext, "app" | "realm" | "now">;

interface Envelope<T> {
  readonly id: string;
  readonly realm_id: RealmId;
  readonly expires_at: number;
  readonly value: T;
}

export type Unsealed<T> = Pick<Envelope<T>, "id" | "expires_at" | "value">;

/** A kind of sealed value: its purpose, and how long it is valid. */
export interface SealedKind<T extends object> {
  readonly seconds: number;
  seal(ctx: Sealing, value: T): string;
  /** `undefined` if the value is missing, forged, expired, or another organization's. */
  open(ctx: Sealing, sealed: string | undefined): Unsealed<T> | undefined;
}

/** Changing the type of a kind means giving it another purpose, so that values of the old type do not open. */
export function sealedKind<T extends object>(purpose: string, seconds: number): SealedKind<T> {
  return {
    seconds,
    seal({ app, realm, now }, value) {
      const envelope: Envelope<T> = { id: randomToken(), realm_id: realm.id, expires_at: now + seconds, value };
      return app.secrets.seal(purpose, JSON.stringify(envelope));
    },
    open({ app, realm, now }, sealed) {
      const text = sealed === undefined ? undefined : app.secrets.unseal(purpose, sealed);
      if (text === undefined) return undefined;
      const { realm_id, ...opened } = JSON.parse(text) as Envelope<T>;
      return realm_id === realm.id && opened.expires_at > now ? opened : undefined;
    },
  };
}
