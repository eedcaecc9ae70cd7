/** Starts messages from keys, menus and buttons anywhere. */
import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { type Address, narrowAddress } from "../address/address.ts";
import { conversationOf } from "../address/narrow.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { showToast } from "../parts/toasts.tsx";
import { useGo } from "../state/place.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { type ComposeIntent, onCompose } from "./intents.ts";
import { isSameTarget, narrowOfTarget, type Target, targetOf } from "./target.ts";

export function useComposing(address: Address): void {
  useEffect(refuseFiles, []);
  const go = useGo();
  const here = address.kind === "narrow" ? targetOf(address.terms) : undefined;
  const sayKept = useSayKept();
  const key = JSON.stringify(here);
  const enter = useEffectEvent(() => sayKept(desk.enter(here) !== undefined));
  // Before the view is painted: it never shows another conversation's text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target changes when its key does.
  useLayoutEffect(() => enter(), [key]);

  const begin = useEffectEvent((intent: ComposeIntent) => {
    const { target, isNew } = begunBy(intent);
    const isInConversation = address.kind === "narrow" && conversationOf(address.terms) !== undefined;
    const narrow = narrowOfTarget(target);
    // A conversation's box is its own: a reply to another one is written there.
    if (!isNew && isInConversation && here && narrow && !isSameTarget(here, target)) go(narrowAddress(narrow));
    desk.begin(target, { isNew, text: intent.text ?? "" });
  });
  // Before anything that waits for it is started.
  useLayoutEffect(() => onCompose((intent) => begin(intent)), []);
  useCommand("newChannelMessage", () => {
    desk.begin({ to: "channel", channelId: here?.to === "channel" ? here.channelId : undefined, topic: "" }, NEW);
    desk.focus("recipient");
  });
  useCommand("newDirectMessage", () => desk.begin({ to: "direct", userIds: [] }, NEW));
}

const NEW = { isNew: true };

function begunBy(intent: ComposeIntent): { readonly target: Target; readonly isNew: boolean } {
  if (intent.to === "direct")
    return {
      target: { to: "direct", userIds: [...intent.userIds].sort((a, b) => a - b) },
      isNew: intent.isNew ?? false,
    };
  const { channelId, topic } = intent;
  return {
    target: { to: "channel", channelId, topic: topic ?? "" },
    isNew: topic === undefined || channelId === undefined,
  };
}

/** Says that a message was set aside, where it is no longer in sight. */
export function useSayKept(): (isKept: boolean) => void {
  const go = useGo();
  return (isKept) => {
    if (!isKept) return;
    showToast({
      text: t("composer.draftKept"),
      action: { label: t("composer.view"), do: () => go({ kind: "drafts" }) },
    });
  };
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
