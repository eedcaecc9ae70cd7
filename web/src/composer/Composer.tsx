/** The composer at the bottom of a view: open in a conversation, a single line in feeds until it is opened. */
import { type ComponentProps, useEffect, useRef, useSyncExternalStore } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { subscribe } from "../actions/channels.ts";
import { conversationOf, type NarrowTerm } from "../address/narrow.ts";
import { signInAddress } from "../app/session.ts";
import { keyLabel } from "../keyboard/keys.ts";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { draftFor } from "./drafts/draft-for.ts";
import { refusalToWrite, unjoinedChannel } from "./may-write.ts";
import { NextLine } from "./NextLine.tsx";
import { isSameTarget, isShownIn, type Target, targetOf } from "./target.ts";
import { WritingBox } from "./WritingBox.tsx";
import "./composer.css";

export function Composer({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const { isVisitor } = useSession();
  return (
    <div className="composer" data-region="composer">
      {isVisitor ? <SignIn /> : <Writing terms={terms} />}
    </div>
  );
}

function Writing({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const session = useSession();
  const { target, text, isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  const here = targetOf(terms);
  useFollowing(here);
  const isBegun = isOpen || text !== "";
  const isInView = isShownIn(terms, target);
  const refusal = useStore((state) => refusalToWrite(state, here && !isBegun ? here : target));
  const unjoined = useStore((state) => (isBegun ? undefined : unjoinedChannel(state, here)));
  const isShown = isBegun || conversationOf(terms) !== undefined;
  return (
    <>
      <div className="axis compose">
        {refusal !== undefined ? (
          <Instead icon="lock">{refusal}</Instead>
        ) : unjoined !== undefined ? (
          <Instead icon="hash" action={{ label: t("composer.subscribe"), do: () => void subscribe(session, unjoined) }}>
            {t("composer.notSubscribed", { channel: unjoined })}
          </Instead>
        ) : isShown ? (
          <WritingBox isElsewhere={text !== "" && here !== undefined && !isInView} isInView={isInView} />
        ) : (
          <AriaButton className="boxed closed-line" onPress={() => desk.begin(here ?? NOWHERE)}>
            <span className="grow">{t("composer.closed")}</span>
            <kbd>{keyLabel("newChannelMessage")}</kbd>
          </AriaButton>
        )}
      </div>
      <NextLine terms={terms} />
    </>
  );
}

/** Shown where the reader cannot post. */
const Instead = (props: ComponentProps<typeof Banner>) => (
  <div className="words instead">
    <Banner {...props} />
  </div>
);

const SignIn = () => (
  <div className="axis compose">
    <Instead icon="user" action={{ label: t("shell.signIn"), do: () => location.assign(signInAddress()) }}>
      {t("composer.signIn")}
    </Instead>
  </div>
);

const NOWHERE: Target = { to: "channel", channelId: undefined, topic: "" };

/** An empty composer follows the reader and opens their draft for each conversation. */
function useFollowing(here: Target | undefined): void {
  const { store } = useSession();
  const { text, isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  const isFree = text.trim() === "";
  const entered = useRef<string>(undefined);
  const key = JSON.stringify(here);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target changes when its key does.
  useEffect(() => {
    const isEntering = entered.current !== key;
    entered.current = key;
    if (!here || !isFree || (!isEntering && isOpen)) return;
    // Clearing the text of the current target is not a move.
    if (isEntering || !isSameTarget(here, desk.get().target)) desk.follow(here, draftFor(store.state, here));
  }, [key, isFree, isOpen, store]);
}
