/** The composer at the bottom of a view: open in a conversation, a single line in feeds until it is opened. */
import { type ComponentProps, useSyncExternalStore } from "react";
import { subscribe } from "../actions/channels.ts";
import { conversationOf, type NarrowTerm } from "../address/narrow.ts";
import { signInAddress } from "../app/session.ts";
import { keyLabel } from "../keyboard/keys.ts";
import { BareButton } from "../parts/buttons.tsx";
import { Fault } from "../parts/Fault.tsx";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { Answers } from "./commands/Answers.tsx";
import { desk } from "./desk.ts";
import { refusalToWrite, unjoinedChannel } from "./may-write.ts";
import { NextLine } from "./NextLine.tsx";
import { PlainText } from "./PlainText.tsx";
import { writingStop } from "./ready.ts";
import { NOWHERE } from "./sheet.ts";
import { isShownIn, targetOf } from "./target.ts";
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
  const stop = useSyncExternalStore(writingStop.subscribe, writingStop.get);
  // What takes up the text of the open conversation has failed: here might be another one's.
  if (stop)
    return (
      <div className="axis compose">
        <Instead icon="alert" kind="bad" action={{ label: t("parts.tryAgain"), do: stop.retry }}>
          {t("composer.broken")}
        </Instead>
      </div>
    );
  return (
    <>
      <Answers terms={terms} />
      <div className="axis compose">
        <Fault instead={(retry) => <PlainComposer onRetry={retry} />}>
          <Box terms={terms} />
        </Fault>
      </div>
      <Fault instead={() => null}>
        <NextLine terms={terms} />
      </Fault>
    </>
  );
}

function PlainComposer({ onRetry }: { readonly onRetry: () => void }) {
  const { text } = useSyncExternalStore(desk.subscribe, desk.get);
  return <PlainText text={text} onChange={(next) => desk.write(next)} onRetry={onRetry} />;
}

function Box({ terms }: { readonly terms: readonly NarrowTerm[] }) {
  const session = useSession();
  const { target, text, isOpen, isAway, place } = useSyncExternalStore(desk.subscribe, desk.get);
  const here = targetOf(terms);
  const isConversation = conversationOf(terms) !== undefined;
  const isBegun = isOpen || text !== "";
  const isInView = isShownIn(terms, target);
  const refusal = useStore((state) => refusalToWrite(state, target));
  const unjoined = useStore((state) => (isBegun ? undefined : unjoinedChannel(state, here)));
  // What is written already, or can be sent elsewhere, stays in sight.
  if (refusal !== undefined && text === "" && !(isOpen && isAway)) return <Instead icon="lock">{refusal}</Instead>;
  if (unjoined !== undefined)
    return (
      <Instead icon="hash" action={{ label: t("composer.subscribe"), do: () => void subscribe(session, unjoined) }}>
        {t("composer.notSubscribed", { channel: unjoined })}
      </Instead>
    );
  if (isBegun || isConversation)
    return <WritingBox key={place} refusal={refusal} isElsewhere={isConversation && isAway} isInView={isInView} />;
  return (
    <BareButton className="boxed closed-line" onPress={() => desk.begin(here ?? NOWHERE, { isNew: !here })}>
      <span className="grow">{t("composer.closed")}</span>
      <kbd>{keyLabel("newChannelMessage")}</kbd>
    </BareButton>
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
