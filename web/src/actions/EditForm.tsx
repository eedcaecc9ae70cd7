/** The edit form: text, tools, remaining time, Save and Cancel. */
import type { Message } from "@parley/client";
import { useEffect, useRef, useState } from "react";
import { codePoints } from "../composer/editing/edited.ts";
import { TOOLS } from "../composer/editing/tools.ts";
import { Preview } from "../composer/Preview.tsx";
import { TextBox, type TextBoxHandle } from "../composer/TextBox.tsx";
import { type Edit, Toolbar } from "../composer/tools/Toolbar.tsx";
import { UploadRows } from "../composer/uploads/UploadRows.tsx";
import { useUploadsInto } from "../composer/uploads/useUploadsInto.ts";
import { useEnterSends } from "../composer/useEnterSends.ts";
import { useSpeakers } from "../composer/useSpeakers.ts";
import { useCommand } from "../keyboard/useCommand.ts";
import { Button } from "../parts/buttons.tsx";
import { Banner } from "../parts/states.tsx";
import { useOwnId } from "../state/people.ts";
import { useSession } from "../state/session.tsx";
import { useRealm } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { sentenceOf } from "./attempt.ts";
import { cancelEdit, currentEdit, type Editing, endEdit, takesFocus, writeEdit } from "./editing.ts";
import { articleOfMessage } from "./elements.ts";
import { targetOfMessage } from "./message-place.ts";
import { saveEdit } from "./save-edit.ts";
import { useSecondsToEdit } from "./useSecondsToEdit.ts";
import "./texts.ts";
import "../composer/composer.css";
import "./actions.css";

interface EditFormProps {
  readonly message: Message;
  readonly editing: Editing;
}

export function EditForm({ message, editing: { source, text, isKept } }: EditFormProps) {
  const session = useSession();
  const { id } = message;
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<TextBoxHandle>(null);
  const [isPreview, setPreview] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const target = targetOfMessage(message, useOwnId());
  const speakers = useSpeakers(target);
  const enterSends = useEnterSends();
  const left = useRealm("max_message_length") - codePoints(text);
  const secondsLeft = useSecondsToEdit(message);
  const uploads = useUploadsInto({
    field: box,
    read: () => currentEdit(id)?.text ?? "",
    write: (next) => writeEdit(id, next),
  });
  useEffect(() => {
    const { current } = box;
    if (!current || !takesFocus(id)) return;
    current.focus();
    const { text: written } = current.edited();
    current.apply({ text: written, start: written.length, end: written.length });
  }, [id]);

  const leave = (end: () => void) => {
    end();
    articleOfMessage(id)?.focus({ preventScroll: true });
  };
  const save = async () => {
    if (isSaving || left < 0 || uploads.isBusy) return;
    if (text.trim() === source.trim()) return leave(() => endEdit(id));
    setSaving(true);
    setProblem(undefined);
    try {
      await saveEdit(session, { messageId: id, source, text });
      if (!currentEdit(id)) articleOfMessage(id)?.focus({ preventScroll: true });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setSaving(false);
    }
  };
  const edit: Edit = (change) => {
    const { current } = box;
    current?.apply(change(current.edited()));
  };
  const isHere = () => frame.current?.contains(document.activeElement) === true;
  const whenHere = (does: () => unknown) => () => (isHere() ? does() : false);
  useCommand(
    "escape",
    whenHere(() => leave(() => cancelEdit(id))),
  );
  useCommand(
    "preview",
    whenHere(() => setPreview(!isPreview)),
  );
  useCommand(
    "bold",
    whenHere(() => edit(TOOLS.bold)),
  );
  useCommand(
    "italic",
    whenHere(() => edit(TOOLS.italic)),
  );
  useCommand(
    "link",
    whenHere(() => edit(TOOLS.link)),
  );
  useCommand(
    "code",
    whenHere(() => edit(TOOLS.code)),
  );

  return (
    <div className="editing" ref={frame}>
      <div className="boxed">
        {isKept && (
          <Banner icon="history" action={{ label: t("message.discard"), do: () => leave(() => endEdit(id)) }}>
            {t("messageDialogs.keptEdit")}
          </Banner>
        )}
        {isPreview ? (
          <Preview text={text} />
        ) : (
          <TextBox
            handle={box}
            text={text}
            target={target}
            label={t("messageDialogs.editLabel")}
            placeholder=""
            speakers={speakers}
            enterSends={enterSends}
            onChange={(next) => writeEdit(id, next)}
            onSend={() => void save()}
            onFiles={(files) => uploads.add(files)}
          />
        )}
        <UploadRows uploads={uploads} />
        <div className="tools">
          <Toolbar edit={edit} isPreview={isPreview} onPreview={() => setPreview(!isPreview)} />
          <span className="spacer" />
          {left < 0 && <span className="num bad">{t("composer.left", { count: left })}</span>}
          {secondsLeft !== undefined && (
            <span className="num quiet">{t("messageDialogs.secondsLeft", { count: secondsLeft })}</span>
          )}
          <Button kind="plain" onPress={() => leave(() => cancelEdit(id))}>
            {t("parts.cancel")}
          </Button>
          <Button kind="primary" isDisabled={isSaving || left < 0} onPress={() => void save()}>
            {t(isSaving ? "messageDialogs.saving" : "messageDialogs.save")}
          </Button>
        </div>
      </div>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
    </div>
  );
}
