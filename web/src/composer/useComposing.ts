/** Starts messages from keys, menus and buttons anywhere, and saves drafts. */
import { useEffect } from "react";
import type { Address } from "../address/address.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { desk } from "./desk.ts";
import { useDraftKeeping } from "./drafts/useDraftKeeping.ts";
import { onCompose } from "./intents.ts";
import { targetOf } from "./target.ts";

export function useComposing(address: Address): void {
  useDraftKeeping();
  useEffect(refuseFiles, []);
  useEffect(
    () =>
      onCompose((intent) =>
        desk.begin(
          intent.to === "direct"
            ? { to: "direct", userIds: [...intent.userIds].sort((a, b) => a - b) }
            : { to: "channel", channelId: intent.channelId, topic: intent.topic ?? "" },
          intent.text,
        ),
      ),
    [],
  );
  useCommand("newChannelMessage", () => {
    const here = address.kind === "narrow" ? targetOf(address.terms) : undefined;
    desk.begin({ to: "channel", channelId: here?.to === "channel" ? here.channelId : undefined, topic: "" });
    desk.focus("recipient");
  });
  useCommand("newDirectMessage", () => desk.begin({ to: "direct", userIds: [] }));
}

/** Without this, the browser would open a dropped file and leave the application. */
function refuseFiles(): () => void {
  const refuse = (event: DragEvent) => {
    if (!event.defaultPrevented && event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
  return () => {
    removeEventListener("dragover", refuse);
    removeEventListener("drop", refuse);
  };
}
