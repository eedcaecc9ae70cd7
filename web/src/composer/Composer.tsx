/** The composer at the foot of a view: open in a conversation, one line in feeds until it is asked for. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { conversationOf, type NarrowTerm } from "../address/narrow.ts";
import { Button } from "../parts/buttons.tsx";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { draftFor } from "./drafts/draft-for.ts";
import { refusalToWrite } from "./may-write.ts";
import { NextLine } from "./NextLine.tsx";
import { isSameTarget, isShownIn, type Target, targetOf } from "./target.ts";
import { WritingBox } from "./WritingBox.tsx";
import "./composer.css";

export function Composer({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const { isVisitor } = useSession();
  const { target, text, isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  const here = targetOf(terms);
  useFollowing(here);
  const isConversation = conversationOf(terms) !== undefined;
  const isInView = isShownIn(terms, target);
  const isShown = isConversation || isOpen || text !== "";
  const refusal = useStore((state) => refusalToWrite(state, here && text === "" && !isOpen ? here : target));
  if (isVisitor) return null;
  return (
    <div className="composer" data-region="composer">
      <div className="axis compose">
        {refusal !== undefined ? (
          <div className="words instead">
            <Banner icon="lock">{refusal}</Banner>
          </div>
        ) : isShown ? (
          <WritingBox isElsewhere={text !== "" && here !== undefined && !isInView} isInView={isInView} />
        ) : (
          <div className="words">
            <Button icon="compose" onPress={() => desk.begin(here ?? NOWHERE)}>
              {t("composer.closed")} <kbd>C</kbd>
            </Button>
          </div>
        )}
      </div>
      <NextLine terms={terms} />
    </div>
  );
}

const NOWHERE: Target = { to: "channel", channelId: undefined, topic: "" };

/** While there is nothing on it, the desk follows the reader, and takes up what they had begun there. */
function useFollowing(here: Target | undefined): void {
  const { store } = useSession();
  const { text, isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  const isFree = text.trim() === "";
  const entered = useRef<string>(undefined);
  const key = JSON.stringify(here);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is another when its key is.
  useEffect(() => {
    const isEntering = entered.current !== key;
    entered.current = key;
    if (!here || !isFree || (!isEntering && isOpen)) return;
    // Who empties the text of this very place has not gone anywhere.
    if (isEntering || !isSameTarget(here, desk.get().target)) desk.follow(here, draftFor(store.state, here));
  }, [key, isFree, isOpen, store]);
}
