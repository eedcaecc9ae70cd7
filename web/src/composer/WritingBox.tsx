/** The compose box: recipients, warnings, text or preview, uploads, tools and Send. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { perform } from "../keyboard/useCommand.ts";
import { IconButton } from "../parts/buttons.tsx";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { openingCommandIn } from "./opening-commands.ts";
import { Preview } from "./Preview.tsx";
import { placeholderText } from "./placeholder.ts";
import { RecipientRow } from "./recipients/RecipientRow.tsx";
import { TextBox, type TextBoxHandle } from "./TextBox.tsx";
import { SendButton } from "./tools/SendButton.tsx";
import { type Edit, Toolbar } from "./tools/Toolbar.tsx";
import { useTypingNotices } from "./typing.ts";
import { attachField, uploadsOf } from "./uploads/session-uploads.ts";
import { UploadRows } from "./uploads/UploadRows.tsx";
import type { Uploads } from "./uploads/uploads.ts";
import { useDrop } from "./uploads/useDrop.ts";
import { useOpening } from "./useOpening.tsx";
import { useSending } from "./useSending.ts";
import { useSpeakers } from "./useSpeakers.ts";
import { useWritingKeys } from "./useWritingKeys.ts";
import { Warnings } from "./Warnings.tsx";

interface WritingBoxProps {
  /** The reader is viewing another conversation than the target. */
  readonly isElsewhere: boolean;
  /** The message will appear in the current view. */
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
  const { openSnippets, openLater, open } = useOpening(edit, schedule);
  const sendOrOpen = () => {
    const opened = openingCommandIn(desk.get().text);
    if (opened) open(opened);
    else send();
  };
  const togglePreview = () => {
    setPreview(!isPreview);
    if (isPreview) desk.focus("text");
  };
  useWritingKeys({ isElsewhere, isInView, waits, isPreview, edit, send: sendOrOpen, togglePreview, openSnippets });
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
            onSend={sendOrOpen}
            onFiles={(pasted) => uploads.add(pasted)}
            onCommand={open}
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
        <SendButton
          text={text}
          onSend={sendOrOpen}
          onSchedule={(seconds) => void schedule(seconds)}
          onLater={openLater}
          onSnippets={openSnippets}
        />
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
