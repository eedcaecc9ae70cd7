/** A row of the log: dividers above a message, and the message. */
import type { OutboxEntry } from "@parley/client";
import type { NarrowTerm } from "../address/narrow.ts";
import type { Command } from "../keyboard/keys.ts";
import { Echo } from "../message/Echo.tsx";
import { MessageArticle } from "../message/MessageArticle.tsx";
import { useMessage } from "../state/messages.ts";
import { DayDivider } from "./DayDivider.tsx";
import type { RowKey } from "./place.ts";
import { RecipientBar } from "./RecipientBar.tsx";
import { Rule } from "./Rule.tsx";
import type { LogRowData } from "./rows.ts";

export interface Match {
  readonly content: string;
  readonly subject: string;
}

interface LogRowProps extends Omit<LogRowData, "key"> {
  readonly measure: (element: HTMLElement | null) => void;
  readonly index: number;
  readonly rowKey: RowKey;
  readonly isCursor: boolean;
  readonly isTabbable: boolean;
  /** A link points to this message. */
  readonly isLinked: boolean;
  readonly terms: readonly NarrowTerm[];
  readonly match: Match | undefined;
  readonly entry: OutboxEntry | undefined;
  readonly onAct: (key: RowKey, command: Command) => void;
}

export function LogRow(props: LogRowProps) {
  const { measure, index, rowKey, isFirst, rule, missed, isCursor, isTabbable, entry } = props;
  const standing = { position: index + 1, isFirst, isCursor, isTabbable };
  const rules = (
    <>
      {missed !== undefined && <Rule count={missed} kind="missed" />}
      {rule !== undefined && missed === undefined && <Rule count={rule} kind="new" />}
    </>
  );
  return (
    <div className="log-row" data-key={rowKey} data-index={index} ref={measure} role="presentation">
      {typeof rowKey === "number" ? (
        <MessageArticle
          id={rowKey}
          {...standing}
          isLinked={props.isLinked}
          terms={props.terms}
          found={props.match?.content}
          onAct={props.onAct}
        >
          {(props.startsDay || props.startsConversation) && (
            <Above
              messageId={rowKey}
              startsDay={props.startsDay}
              startsConversation={props.startsConversation}
              match={props.match}
            />
          )}
          {rules}
        </MessageArticle>
      ) : (
        entry && (
          <Echo entry={entry} {...standing}>
            {props.startsDay && <DayDivider seconds={Math.floor(entry.writtenAt / 1000)} />}
            {rules}
          </Echo>
        )
      )}
    </div>
  );
}

interface AboveProps {
  readonly messageId: number;
  readonly startsDay: boolean;
  readonly startsConversation: boolean;
  readonly match: Match | undefined;
}

function Above({ messageId, startsDay, startsConversation, match }: AboveProps) {
  const message = useMessage(messageId);
  if (!message) return null;
  return (
    <>
      {startsDay && <DayDivider seconds={message.timestamp} />}
      {startsConversation && <RecipientBar messageId={messageId} subject={match?.subject} />}
    </>
  );
}
