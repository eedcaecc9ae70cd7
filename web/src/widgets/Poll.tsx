/** A poll: the counts are the vote buttons, filled for the reader's votes; voters are in the tooltip. */
import { useState } from "react";
import { BareButton, Button } from "../parts/buttons.tsx";
import { useTip } from "../parts/tips.tsx";
import { nameOf, useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { listText, numberText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import { Entry } from "./Entry.tsx";
import { Problem } from "./Problem.tsx";
import { hasOption, newOption, type PollOption, pollFrom, questionTo, voteFor, votesIn } from "./poll.ts";
import { attachedTo, type WidgetContents, type WidgetMessage } from "./submessage.ts";
import { useAttach } from "./useAttach.ts";
import { WidgetHead } from "./WidgetHead.tsx";

export function Poll({ message: given }: { readonly message: WidgetMessage }) {
  const { isVisitor } = useSession();
  const ownId = useOwnId();
  const [isAdding, setIsAdding] = useState(false);
  const { message, attach, problem } = useAttach(given);
  const poll = pollFrom(attachedTo(message) as WidgetContents, message.sender_id);
  const most = Math.max(1, ...poll.options.map(({ voters }) => voters.length));
  return (
    <section className="widget poll" aria-label={t("widgets.poll")}>
      <WidgetHead
        title={poll.question}
        whenEmpty={t("widgets.noQuestion")}
        fact={t("widgets.votes", { count: votesIn(poll) })}
        label={t("widgets.question")}
        edit={t("widgets.editQuestion")}
        isEditable={!isVisitor && message.sender_id === ownId}
        onEdit={(question) => attach(questionTo(question))}
      />
      {poll.options.map((option) => (
        <OptionRow
          key={option.key}
          option={option}
          share={option.voters.length / most}
          isOwn={option.voters.includes(ownId)}
          isDisabled={isVisitor}
          onVote={() => attach(voteFor(option, ownId))}
        />
      ))}
      {!isVisitor && !isAdding && (
        <Button kind="plain" icon="plus" onPress={() => setIsAdding(true)}>
          {t("widgets.addOption")}
        </Button>
      )}
      {isAdding && (
        <Entry
          label={t("widgets.option")}
          action={t("widgets.add")}
          fault={(text) => {
            if (hasOption(poll, text)) return t("widgets.optionExists");
            return newOption(poll, ownId, text) ? undefined : t("widgets.tooMany");
          }}
          onSubmit={(text) => {
            const option = newOption(poll, ownId, text);
            if (option) attach(option);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      <Problem reason={problem} />
    </section>
  );
}

interface OptionRowProps {
  readonly option: PollOption;
  /** Relative to the option with the most votes. */
  readonly share: number;
  readonly isOwn: boolean;
  readonly isDisabled: boolean;
  readonly onVote: () => void;
}

function OptionRow({ option, share, isOwn, isDisabled, onVote }: OptionRowProps) {
  const count = option.voters.length;
  const said = { option: option.text, count };
  const voters = useVoters(option.voters);
  const tip = useTip(voters);
  return (
    <div className="poll-row">
      <BareButton
        className={isOwn ? "v on" : "v"}
        aria-pressed={isOwn}
        aria-label={isOwn ? t("widgets.optionVotesWithOwn", said) : t("widgets.optionVotes", said)}
        aria-description={voters}
        isDisabled={isDisabled}
        onPress={onVote}
        {...tip}
      >
        {numberText(count)}
      </BareButton>
      <span className="poll-option" dir="auto">
        <i className="poll-bar" style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        <span>{option.text}</span>
      </span>
    </div>
  );
}

const NAMED = 20;

function useVoters(voters: readonly number[]): string {
  return useStore((state) => {
    const names = voters.slice(0, NAMED).map((id) => nameOf(state, id));
    if (names.length === 0) return t("widgets.nobodyVoted");
    const others = voters.length - names.length;
    return others > 0 ? t("widgets.andOthers", { names: listText(names, "short"), count: others }) : listText(names);
  });
}
