/** The compose box: recipients, warnings, text or preview, uploads, tools and Send. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { perform } from "../keyboard/useCommand.ts";
import { IconButton } from "../parts/buttons.tsx";
import { Banner } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
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
import { Pictures } from "./uploads/Pictures.tsx";
import { splitPictures, withPictures } from "./uploads/pictures.ts";
import { attachField, uploadsOf } from "./uploads/session-uploads.ts";
import { UploadRows } from "./uploads/UploadRows.tsx";
import type { Uploads } from "./uploads/uploads.ts";
import { useDrop } from "./uploads/useDrop.ts";
import { useEnterSends } from "./useEnterSends.ts";
import { useOpening } from "./useOpening.tsx";
import { useSending } from "./useSending.ts";
import { useSpeakers } from "./useSpeakers.ts";
import { useWritingKeys } from "./useWritingKeys.ts";
import { Warnings } from "./Warnings.tsx";

interface WritingBoxProps {
  /** Why the reader cannot post to the target. */
  readonly refusal: string | undefined;
  /** The reader is viewing another conversation than the target. */
  readonly isElsewhere: boolean;
  /** The message will appear in the current view. */
  readonly isInView: boolean;
}

export function WritingBox({ refusal, isElsewhere, isInView }: WritingBoxProps) {
  const { id, target, text, focus, isOpen, isSaved, isWaiting, uploading } = useSyncExternalStore(
    desk.subscribe,
    desk.get,
  );
  const uploads = uploadsOf(useSession(), id);
  const { words, pictures } = splitPictures(text);
  const [isPreviewWanted, setPreview] = useState(false);
  const isPreview = isPreviewWanted && text !== "";
  // Otherwise the first letter of the next text would open it.
  if (isPreviewWanted && !isPreview) setPreview(false);
  const box = useRef<TextBoxHandle>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const enterSends = useEnterSends();
  const isReady = refusal === undefined && (text.trim() !== "" || uploading > 0);
  const placeholder = useStore((state) => placeholderText(state, target));
  const speakers = useSpeakers(target);
  const isDropping = useDrop(uploads);
  const { send, schedule } = useSending(isInView);
  useTypingNotices();
  useEffect(() => {
    if (focus !== "text" || !box.current) return;
    box.current.focus();
    desk.focus(undefined);
  }, [focus]);
  useEffect(() => (isPreview ? undefined : attachField(id, box.current)), [id, isPreview]);
  const edit: Edit = (change) => {
    const { current } = box;
    current?.apply(change(current.edited()));
  };
  const { openSnippets, openLater, open } = useOpening(edit, schedule);
  const sendOrOpen = () => {
    const opened = openingCommandIn(splitPictures(desk.get().text).words);
    if (opened) open(opened);
    else send();
  };
  const togglePreview = () => {
    setPreview(!isPreview);
    if (isPreview) desk.focus("text");
  };
  const toSend = () => {
    if (!isReady) return false;
    sendButton.current?.focus();
    return true;
  };
  useWritingKeys({ isPreview, edit, send: sendOrOpen, togglePreview, openSnippets });
  return (
    <div className={["boxed", isDropping && "dropping", isOpen && "begun"].filter(Boolean).join(" ")}>
      <RecipientRow isElsewhere={isElsewhere} />
      {refusal === undefined ? <Warnings target={target} text={text} /> : <Banner icon="lock">{refusal}</Banner>}
      <div className="write">
        <Attach uploads={uploads} />
        {isPreview ? (
          <Preview text={text} />
        ) : (
          <TextBox
            handle={box}
            text={words}
            target={target}
            label={t("composer.label")}
            placeholder={isDropping ? t("composer.dropHere") : placeholder}
            speakers={speakers}
            enterSends={enterSends}
            onChange={(next) => desk.write(withPictures(next, splitPictures(desk.get().text).pictures))}
            onSend={sendOrOpen}
            onFiles={(pasted) => uploads.add(pasted)}
            onCommand={open}
            onEditLast={() => perform("editLast")}
            onTab={toSend}
          />
        )}
      </div>
      <Pictures sheet={id} pictures={pictures} />
      <UploadRows uploads={uploads} />
      <div className="tools">
        <Toolbar edit={edit} isPreview={isPreview} onPreview={togglePreview} onSnippets={openSnippets} />
        <span className="spacer" />
        {isWaiting && <span className="quiet">{t("composer.waitsForUploads")}</span>}
        {isSaved && text !== "" && !isWaiting && <span className="quiet saved-draft">{t("composer.draftSaved")}</span>}
        <SendButton
          text={text}
          isReady={isReady}
          button={sendButton}
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
