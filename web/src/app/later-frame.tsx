/**
 * The part of the frame that is loaded after the first view. Until it is there, messages that are started wait for it, and
 * so do views of conversations: they would show a field without its text.
 */
import type { Address } from "../address/address.ts";
import { perform, useCommand } from "../keyboard/useCommand.ts";
import { Fault } from "../parts/Fault.tsx";
import { later } from "../parts/later.tsx";

export const loadFrame = () => import("./SecondFrame.tsx");

const ready = Promise.withResolvers<void>();
// Views that wait for it say that it failed.
ready.promise.catch(() => {});
let isReady = false;
let begun: "newChannelMessage" | "newDirectMessage" | undefined;

/** Lines drop, and nothing can be written without it. */
const RETRIED_AFTER_MS = [500, 2000, 5000];

const SecondFrame = later(async () => {
  for (const pause of RETRIED_AFTER_MS) {
    const loaded = await loadFrame().catch(() => undefined);
    if (loaded) return loaded.SecondFrame;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return loadFrame().then(
    (loaded) => loaded.SecondFrame,
    (error: unknown) => {
      ready.reject(error);
      throw error;
    },
  );
});

/** Resolves when the texts of this browser are at hand. */
export const readyToWrite = (): Promise<void> => ready.promise;

/** Called by what was loaded, when it is there. */
export function isReadyToWrite(): void {
  isReady = true;
  ready.resolve();
  if (begun) perform(begun);
  begun = undefined;
}

export function LaterFrame({ address }: { readonly address: Address }) {
  // The commands of what was loaded are asked first. The keys that follow are kept for the field (see `held-keys.ts`).
  useCommand("newChannelMessage", () => begin("newChannelMessage"));
  useCommand("newDirectMessage", () => begin("newDirectMessage"));
  return (
    <Fault instead={() => null}>
      <SecondFrame address={address} />
    </Fault>
  );
}

function begin(command: NonNullable<typeof begun>): false | undefined {
  if (isReady) return false;
  begun = command;
  return undefined;
}
