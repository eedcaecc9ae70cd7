/** The box one writes in: to whom, warnings, the text or its preview, files on their way, tools and Send. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { openDialog } from "../app/dialogs.tsx";
import { perform } from "../keyboard/useCommand.ts";
import { IconButton } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { MenuButton } from "../parts/Menu.tsx";
import { useSession } from "../state/session.tsx";
import { useRealm, useSetting } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { codePoints, inserted } from "./editing/edited.ts";
import { Preview } from "./Preview.tsx";
import { placeholderText } from "./placeholder.ts";
import { RecipientRow } from "./recipients/RecipientRow.tsx";
import { TextBox, type TextBoxHandle } from "./TextBox.tsx";
import { SendLaterDialog } from "./tools/SendLater.tsx";
import { SnippetsDialog } from "./tools/Snippets.tsx";
import { type Edit, Toolbar } from "./tools/Toolbar.tsx";
import { useTypingNotices } from "./typing.ts";
import { attachField, uploadsOf } from "./uploads/session-uploads.ts";
import { UploadRows } from "./uploads/UploadRows.tsx";
import type { Uploads } from "./uploads/uploads.ts";
import { useDrop } from "./uploads/useDrop.ts";
import { useSending } from "./useSending.ts";
import { useSpeakers } from "./useSpeakers.ts";
import { useWritingKeys } from "./useWritingKeys.ts";
import { Warnings } from "./Warnings.tsx";

/** The number left is shown from here on. */
const NEARLY_FULL = 0.9;

interface WritingBoxProps {
  /** The reader looks at another conversation than the one they write to. */
  readonly isElsewhere: boolean;
  /** What is sent will be seen where they look. */
  readonly isInView: boolean;
}

export function WritingBox({ isElsewhere, isInView }: WritingBoxProps) {
  const uploads = uploadsOf(useSession());
  const { target, text, focus, isSaved } = useSyncExternalStore(desk.subscribe, desk.get);
  const [isPreviewWanted, setPreview] = useState(false);
  const isPreview = isPreviewWanted && text !== "";
  const box = useRef<TextBoxHandle>(null);
  const enterSends = useSetting("enter_sends");
  const placeholder = useStore((state) => placeholderText(state, target));
  const speakers = useSpeakers(target);
  const isDropping = useDrop(uploads);
  const { waits, send, schedule } = useSending(isInView);
  useTypingNotices();
  useEffect(() => {
    if (focus !== "text" || !box.current) return;
    box.current.focus();
    desk.focus(undefined);
  }, [focus]);
  useEffect(() => (isPreview ? undefined : attachField(box.current)), [isPreview]);
  const edit: Edit = (change) => {
    const { current } = box;
    current?.apply(change(current.edited()));
  };
  const openSnippets = () =>
    openDialog((close) => (
      <SnippetsDialog text={text} onInsert={(content) => edit((edited) => inserted(edited, content))} onClose={close} />
    ));
  const openLater = () =>
    openDialog((close) => (
      <SendLaterDialog action={t("composer.schedule")} onChoose={(seconds) => void schedule(seconds)} onClose={close} />
    ));
  const togglePreview = () => {
    setPreview(!isPreview);
    if (isPreview) desk.focus("text");
  };
  useWritingKeys({ isElsewhere, isInView, waits, isPreview, edit, send, togglePreview, openSnippets });
  return (
    <div className={isDropping ? "boxed dropping" : "boxed"}>
      <RecipientRow isElsewhere={isElsewhere} />
      <Warnings target={target} text={text} />
      <div className="write">
        <Attach uploads={uploads} />
        {isPreview ? (
          <Preview text={text} />
        ) : (
          <TextBox
            handle={box}
            text={text}
            target={target}
            label={t("composer.label")}
            placeholder={isDropping ? t("composer.dropHere") : placeholder}
            speakers={speakers}
            enterSends={enterSends}
            onChange={(next) => desk.write(next)}
            onSend={send}
            onFiles={(pasted) => uploads.add(pasted)}
            onCommand={(command) =>
              command === "snippet" ? openSnippets() : command === "schedule" ? openLater() : perform("messageMenu")
            }
            onEditLast={() => perform("editLast")}
          />
        )}
      </div>
      <UploadRows uploads={uploads} />
      <div className="tools">
        <Toolbar edit={edit} isPreview={isPreview} onPreview={togglePreview} onSnippets={openSnippets} />
        <span className="spacer" />
        {waits && <span className="quiet">{t("composer.waitsForUploads")}</span>}
        {isSaved && text !== "" && !waits && <span className="quiet saved-draft">{t("composer.draftSaved")}</span>}
        <SendButton text={text} onSend={send} onLater={openLater} onSnippets={openSnippets} />
      </div>
    </div>
  );
}

function Attach({ uploads }: { readonly uploads: Uploads }) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <div className="add">
      <IconButton icon="attach" size="s" label={t("composer.attach")} onPress={() => files.current?.click()} />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={({ target: chosen }) => {
          uploads.add(chosen.files ?? []);
          chosen.value = "";
        }}
      />
    </div>
  );
}

interface SendButtonProps {
  readonly text: string;
  readonly onSend: () => void;
  readonly onLater: () => void;
  readonly onSnippets: () => void;
}

function SendButton({ text, onSend, onLater, onSnippets }: SendButtonProps) {
  const maxLength = useRealm("max_message_length");
  const left = maxLength - codePoints(text);
  const isFull = left < 0;
  const rows = [
    { id: "later", label: t("composer.sendLater"), icon: "clock" as const, onAction: onLater },
    {
      id: "snippets",
      label: t("composer.snippets"),
      icon: "snippet" as const,
      command: "snippets" as const,
      onAction: onSnippets,
    },
  ];
  return (
    <>
      {left <= maxLength * (1 - NEARLY_FULL) && (
        <span className={isFull ? "num bad" : "num quiet"}>{t("composer.left", { count: left })}</span>
      )}
      <span className="send">
        <AriaButton className="send-main" isDisabled={text.trim() === "" || isFull} onPress={onSend}>
          <Icon name="send" />
          <span className="send-word">{t("composer.send")}</span>
        </AriaButton>
        <MenuButton label={t("composer.sendOptions")} rows={rows} placement="top end">
          <AriaButton className="send-more" aria-label={t("composer.sendOptions")}>
            <Icon name="down" />
          </AriaButton>
        </MenuButton>
      </span>
    </>
  );
}
