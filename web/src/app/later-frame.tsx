/** The part of the frame that is loaded after the first view: writing, and what opens over a view. */
import { type ReactNode, useEffect } from "react";
import type { Address } from "../address/address.ts";
import { cannotWrite, startWhenReady } from "../composer/ready.ts";
import { run, useCommand } from "../keyboard/useCommand.ts";
import { Fault } from "../parts/Fault.tsx";
import { later } from "../parts/later.tsx";

export const loadFrame = () => import("./SecondFrame.tsx");

const SecondFrame = later(() => loadFrame().then((loaded) => loaded.SecondFrame));

export function LaterFrame({ address }: { readonly address: Address }) {
  // The commands of what was loaded are asked first.
  useCommand("newChannelMessage", () => startWhenReady(() => run("newChannelMessage")));
  useCommand("newDirectMessage", () => startWhenReady(() => run("newDirectMessage")));
  return (
    <Fault instead={() => <NotLoaded />}>
      <SecondFrame address={address} />
    </Fault>
  );
}

function NotLoaded(): ReactNode {
  useEffect(cannotWrite, []);
  return null;
}
