/** The private answers in a conversation, each with what was asked. */
import type { CommandAnswer } from "@parley/client";
import { botCommands } from "@parley/server/contract";
import { useEffect } from "react";
import { attempt } from "../../actions/attempt.ts";
import { Body } from "../../markup/Body.tsx";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button } from "../../parts/buttons.tsx";
import { useMessage } from "../../state/messages.ts";
import { nameOf } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { useWantedMessages } from "../../views/rows/wanted.ts";
import "./answers.css";

export const AnswerList = ({ answers }: { readonly answers: readonly CommandAnswer[] }) => (
  <section className="axis answers" aria-label={t("composer.answers")} aria-live="polite">
    <ul>
      {answers.map((answer) => (
        <Answer key={answer.message_id} answer={answer} />
      ))}
    </ul>
  </section>
);

function Answer({ answer }: { readonly answer: CommandAnswer }) {
  const { connection, readMarks } = useSession();
  const { message_id, call_id, bot_id, command, arguments: written } = answer;
  useWantedMessages([message_id]);
  const message = useMessage(message_id);
  const name = useStore((state) => nameOf(state, bot_id));
  const isShown = message !== undefined;
  // It is read here, and need not be read again as a direct message.
  useEffect(() => {
    if (isShown) readMarks.seen([message_id]);
  }, [isShown, message_id, readMarks]);
  if (!message) return null;
  return (
    <li>
      <Avatar userId={bot_id} size="s" />
      <div className="grow">
        <p className="of">
          <b dir="auto">{name}</b> <span>{t("composer.onlyYou")}</span>{" "}
          <code dir="ltr">{written === "" ? `/${command}` : `/${command} ${written}`}</code>
        </p>
        <Body html={message.content} messageId={message_id} />
      </div>
      <Button
        kind="plain"
        aria-label={t("composer.dismissAnswer", { name })}
        onPress={() => void attempt(() => connection.call(botCommands.dismissCommandAnswer, { call_id }))}
      >
        {t("composer.dismiss")}
      </Button>
    </li>
  );
}
