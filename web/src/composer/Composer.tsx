/** The composer at the foot of a view: open in a conversation, one line in feeds until it is asked for. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { NarrowTerm } from "../address/narrow.ts";
import { signInAddress } from "../app/session.ts";
import { Button } from "../parts/buttons.tsx";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { draftFor } from "./drafts/useDrafts.ts";
import { refusalToWrite } from "./may-write.ts";
import { NextLine } from "./NextLine.tsx";
import { isSameTarget, targetOf } from "./target.ts";
import { WritingBox } from "./WritingBox.tsx";
import "./composer.css";

export function Composer({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const { store, isVisitor } = useSession();
  const { target, text, isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  const here = targetOf(terms);
  const hereKey = JSON.stringify(here);
  const opened = useRef<string>(undefined);
  useEffect(() => {
    // While there is nothing on it, the desk follows the reader, and takes up what they had begun there.
    if (opened.current === hereKey || !desk.isEmpty) return;
    opened.current = hereKey;
    const place = hereKey === undefined ? undefined : (JSON.parse(hereKey) as typeof here);
    if (!place) return;
    const draft = draftFor(store.state, place);
    desk.change({ target: place, text: draft?.content ?? "", draftId: draft?.id, isOpen: false });
  }, [hereKey, store]);
  const isElsewhere = text !== "" && here !== undefined && !isSameTarget(here, target);
  const isShown = here !== undefined || isOpen || text !== "";
  const refusal = useStore((state) => refusalToWrite(state, here && text === "" ? here : target));
  if (isVisitor) return null;
  return (
    <div className="composer" data-region="composer">
      <div className="axis compose">
        {refusal !== undefined ? (
          <div className="words instead">
            <Banner
              icon="lock"
              {...(isVisitor
                ? { action: { label: t("shell.signIn"), do: () => location.assign(signInAddress()) } }
                : {})}
            >
              {refusal}
            </Banner>
          </div>
        ) : isShown ? (
          <WritingBox isElsewhere={isElsewhere} />
        ) : (
          <div className="words">
            <Button icon="compose" onPress={() => desk.begin({ to: "channel", channelId: undefined, topic: "" })}>
              {t("composer.closed")} <kbd>C</kbd>
            </Button>
          </div>
        )}
      </div>
      <NextLine terms={terms} />
    </div>
  );
}
