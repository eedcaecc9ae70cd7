/** Moves messages to another topic or channel: which ones, where to, and which notices to post. */
import type { Message } from "@parley/client";
import { type FormEvent, useState } from "react";
import { topicRule } from "../../composer/topic-rule.ts";
import { Button } from "../../parts/buttons.tsx";
import { Checkbox } from "../../parts/Checkbox.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Segments } from "../../parts/Segments.tsx";
import { Banner } from "../../parts/states.tsx";
import { useMessage } from "../../state/messages.ts";
import { useSession } from "../../state/session.tsx";
import { realmField } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { spanText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { sentenceOf } from "../attempt.ts";
import { ChannelCombo } from "../fields/ChannelCombo.tsx";
import { TopicCombo } from "../fields/TopicCombo.tsx";
import { moveRights } from "../permissions.ts";
import { isResolved, plainTopic, RESOLVED } from "../resolved.ts";
import { type Limited, limitedBy, type Move, moveMessages } from "./move.ts";
import { moving, SCOPES, type Scope } from "./scope.ts";
import { useTopicIds } from "./useTopicIds.ts";
import "../texts.ts";
import "../actions.css";

interface MoveDialogProps {
  readonly messageId: number;
  readonly initial: Scope;
  readonly onClose: () => void;
}

export function MoveDialog({ messageId, ...rest }: MoveDialogProps) {
  const message = useMessage(messageId);
  return message ? <KnownMove message={message} {...rest} /> : null;
}

function KnownMove({ message, initial, onClose }: Omit<MoveDialogProps, "messageId"> & { readonly message: Message }) {
  const session = useSession();
  // The location when the dialog opened; the server resolves moves that happen in the meantime.
  const [from] = useState({ channelId: message.stream_id ?? 0, topic: message.subject });
  const [scope, setScope] = useState<Scope>(initial);
  const [channelId, setChannelId] = useState(from.channelId);
  const [typed, setTyped] = useState(plainTopic(from.topic));
  const [notesInNew, setNotesInNew] = useState(true);
  const [notesInOld, setNotesInOld] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [limited, setLimited] = useState<Limited>();
  const rights = moveRights(session.store.state, message, Date.now() / 1000);
  const rule = useStore((state) => topicRule(state, channelId));

  // Moving does not reopen a resolved topic.
  const name = rule === "none" ? "" : typed.trim();
  const topic = isResolved(from.topic) && name !== "" ? RESOLVED + name : name;
  const isElsewhere = channelId !== from.channelId || topic !== from.topic;
  const there = useTopicIds(channelId, topic, isElsewhere);
  const ids = moving(scope, message.id, useTopicIds(from.channelId, from.topic));
  const joins = there === undefined || there.length > 0;
  const isReady = isElsewhere && !(rule === "required" && topic === "") && !isBusy;

  const run = async (wanted: Pick<Move, "messageId" | "scope" | "ids">) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const to = { channelId, topic };
      await moveMessages(session, { ...wanted, from, to, notesInNew, notesInOld, joins });
      onClose();
    } catch (error) {
      const found = limitedBy(error);
      if (found) setLimited(found);
      else setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void run({ messageId: message.id, scope, ids });
  };
  return (
    <Dialog title={t(initial === "all" ? "messageDialogs.whole" : "messageDialogs.moveTitle")} onClose={onClose}>
      <form className="move-form" onSubmit={submit}>
        <div className="form-row">
          <span>{t("messageDialogs.which")}</span>
          <Segments
            label={t("messageDialogs.which")}
            value={scope}
            options={SCOPES.map((value) => ({ value, label: t(`messageDialogs.${value}`) }))}
            onChange={(next) => {
              setScope(next);
              setLimited(undefined);
            }}
          />
        </div>
        <div className="form-row">
          <span>{t("messageDialogs.channel")}</span>
          <ChannelCombo
            label={t("messageDialogs.channel")}
            channelId={channelId}
            isDisabled={rights.channel !== "allowed"}
            onChange={setChannelId}
          />
        </div>
        {rule !== "none" && (
          <div className="form-row">
            <span>{t("messageDialogs.topic")}</span>
            <TopicCombo
              label={t("messageDialogs.topic")}
              channelId={channelId}
              topic={typed}
              isDisabled={rights.topic !== "allowed" && channelId === from.channelId}
              isRequired={rule === "required"}
              onChange={setTyped}
            />
          </div>
        )}
        <div>
          <Checkbox isSelected={notesInNew} onChange={setNotesInNew}>
            {t("messageDialogs.noteInNew")}
          </Checkbox>
          <Checkbox isSelected={notesInOld} onChange={setNotesInOld}>
            {t("messageDialogs.noteInOld")}
          </Checkbox>
        </div>
        <p className="quiet num" role="status">
          {ids ? t("messageDialogs.willMove", { count: ids.length }) : t("messageDialogs.willMoveSome")}{" "}
          {isElsewhere &&
            joins &&
            (there ? t("messageDialogs.joins", { count: there.length }) : name !== "" && t("messageDialogs.joinsSome"))}
        </p>
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        {limited && <LimitQuestion limited={limited} />}
        <div className="dialog-acts">
          <Button onPress={onClose}>{t("parts.cancel")}</Button>
          {limited ? (
            limited.first !== undefined && (
              <Button
                kind="primary"
                isDisabled={isBusy}
                onPress={() =>
                  void run({ messageId: limited.first ?? 0, scope: "later", ids: ids?.slice(-limited.allowed) })
                }
              >
                {t("messageDialogs.moveCount", { count: limited.allowed })}
              </Button>
            )
          ) : (
            <Button kind="primary" type="submit" isDisabled={!isReady}>
              {ids ? t("messageDialogs.moveCount", { count: ids.length }) : t("messageDialogs.moveSome")}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Some messages are too old to move: asks whether to move the rest. */
function LimitQuestion({ limited: { all, allowed, first } }: { readonly limited: Limited }) {
  const limit = useStore((state) => {
    const limits = [
      realmField(state, "realm_move_messages_within_stream_limit_seconds"),
      realmField(state, "realm_move_messages_between_streams_limit_seconds"),
    ].filter((seconds) => seconds !== null);
    return spanText(Math.min(...limits));
  });
  return (
    <Banner kind="warn" icon="clock">
      {first === undefined
        ? t("messageDialogs.moveNone", { limit })
        : t("messageDialogs.moveLimited", { all, allowed, limit })}
    </Banner>
  );
}
