/** The box one writes in: to whom, warnings, the text or its preview, files on their way, tools and Send. */
import { scheduledMessages } from "@parley/server/contract";
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { narrowAddress } from "../address/address.ts";
import { announce } from "../app/announce.tsx";
import { openDialog } from "../app/dialogs.tsx";
import { perform, useCommand } from "../keyboard/useCommand.ts";
import { IconButton } from "../parts/buttons.tsx";
import { Icon } from "../parts/Icon.tsx";
import { MenuButton } from "../parts/Menu.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useGo } from "../state/place.ts";
import { useSession } from "../state/session.tsx";
import { useClock, useRealm, useSetting } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";
import { desk } from "./desk.ts";
import { useDrafts } from "./drafts/useDrafts.ts";
import { codePoints, inserted } from "./editing/edited.ts";
import { TOOLS } from "./editing/tools.ts";
import { topicRule } from "./may-write.ts";
import { Preview } from "./Preview.tsx";
import { placeholderFor } from "./placeholder.ts";
import { RecipientRow } from "./recipients/RecipientRow.tsx";
import { TextBox, type TextBoxHandle } from "./TextBox.tsx";
import { narrowOfTarget, type Target } from "./target.ts";
import { SendLaterDialog, whenText } from "./tools/SendLater.tsx";
import { SnippetsDialog } from "./tools/Snippets.tsx";
import { type Edit, Toolbar } from "./tools/Toolbar.tsx";
import { useTypingNotices } from "./typing.ts";
import { UploadRows } from "./uploads/UploadRows.tsx";
import { useUploadsInto } from "./uploads/useUploadsInto.ts";
import { useSpeakers } from "./useSpeakers.ts";
import { Warnings } from "./Warnings.tsx";

/** The number left is shown from here on. */
const NEARLY_FULL = 0.9;

export function WritingBox({ isElsewhere }: { readonly isElsewhere: boolean }) {
  const { outbox, connection, store } = useSession();
  const go = useGo();
  const clock = useClock();
  const writing = useSyncExternalStore(desk.subscribe, desk.get);
  const { target, text, focus } = writing;
  const [isPreview, setPreview] = useState(false);
  const [waits, setWaits] = useState(false);
  const box = useRef<TextBoxHandle>(null);
  const files = useRef<HTMLInputElement>(null);
  const drafts = useDrafts();
  const enterSends = useSetting("enter_sends");
  const maxLength = useRealm("max_message_length");
  const placeholder = useStore((state) => placeholderFor(state, target));
  const speakers = useSpeakers(target);
  const uploads = useUploadsInto({ field: box, read: () => desk.get().text, write: (next) => desk.write(next) });
  useTypingNotices();
  useEffect(() => {
    if (focus.on === "text" && focus.at > 0) box.current?.focus();
  }, [focus]);

  const left = maxLength - codePoints(text);
  const isFull = left < 0;
  const mayBeEmpty = useStore((state) => target.to === "direct" || topicRule(state, target.channelId) !== "required");
  const send = () => {
    if (desk.isEmpty || isFull) return;
    if (target.to === "channel" && (target.channelId === undefined || (target.topic.trim() === "" && !mayBeEmpty)))
      return desk.focus("recipient");
    if (uploads.isBusy) return setWaits(true);
    setWaits(false);
    outbox.send(outgoingOf(target, text, store.state.users.ownId));
    drafts.forget();
    desk.clear();
    setPreview(false);
    const narrow = narrowOfTarget(target);
    if (isElsewhere && narrow)
      showToast({
        text: t("composer.sentElsewhere", { place: placeholder.place }),
        action: { label: t("composer.goThere"), do: () => go(narrowAddress(narrow)) },
      });
  };
  // Sending waits for the files that are on their way.
  useEffect(() => {
    if (!waits) return;
    return uploads.subscribe(() => {
      if (!uploads.isBusy) perform("send");
    });
  }, [waits, uploads]);
  const schedule = async (seconds: number) => {
    const { to, type, topic } = outgoingOf(target, text, store.state.users.ownId);
    try {
      const asked = {
        type,
        to: to as never,
        content: text,
        scheduled_delivery_timestamp: seconds,
        ...(topic === undefined ? {} : { topic }),
      };
      await connection.call(scheduledMessages.createScheduledMessage, asked);
      drafts.forget();
      desk.clear();
      const when = whenText(seconds, clock, Date.now() / 1000);
      const view = { label: t("composer.view"), do: () => go({ kind: "scheduled" }) };
      showToast({ text: t("composer.scheduled", { when }), action: view });
      announce(t("composer.scheduled", { when }));
    } catch (error) {
      showToast({ text: (error as Error).message });
    }
  };
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
  const isHere = () => document.activeElement?.closest("[data-region=composer]") !== null;
  const whenHere = (run: () => void) => () => (isHere() ? run() : false);
  useCommand("send", () => (isHere() || waits ? send() : false));
  // The text box is gone while the preview stands, and the focus with it.
  useCommand("preview", () => (isHere() || isPreview ? setPreview(!isPreview) : false));
  useCommand("snippets", whenHere(openSnippets));
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
  useCommand("whereIWrite", () => {
    const narrow = narrowOfTarget(target);
    if (!narrow || desk.isEmpty) return false;
    go(narrowAddress(narrow));
    return desk.focus("text");
  });
  useCommand("escape", () => {
    if (!isHere()) return false;
    (document.activeElement as HTMLElement).blur();
    return desk.close();
  });
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    uploads.add(event.dataTransfer.files);
  };
  const rows = [
    { id: "later", label: t("composer.sendLater"), icon: "clock" as const, onAction: openLater },
    {
      id: "snippets",
      label: t("composer.snippets"),
      icon: "snippet" as const,
      command: "snippets" as const,
      onAction: openSnippets,
    },
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button beside it does the same.
    <div className="boxed" onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      <RecipientRow isElsewhere={isElsewhere} />
      <Warnings target={target} text={text} />
      <div className="write">
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
        {isPreview ? (
          <Preview text={text} />
        ) : (
          <TextBox
            handle={box}
            text={text}
            target={target}
            label={t("composer.label")}
            placeholder={placeholder.text}
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
        <Toolbar edit={edit} isPreview={isPreview} onPreview={() => setPreview(!isPreview)} onSnippets={openSnippets} />
        <span className="spacer" />
        {waits && <span className="quiet">{t("composer.waitsForUploads")}</span>}
        {drafts.isSaved && text !== "" && !waits && (
          <span className="quiet saved-draft">{t("composer.draftSaved")}</span>
        )}
        {left < maxLength * (1 - NEARLY_FULL) && (
          <span className={isFull ? "num bad" : "num quiet"} role="status">
            {t("composer.left", { count: left })}
          </span>
        )}
        <span className="send">
          <AriaButton className="send-main" isDisabled={text.trim() === "" || isFull} onPress={send}>
            <Icon name="send" />
            {t("composer.send")}
          </AriaButton>
          <MenuButton label={t("composer.sendOptions")} rows={rows} placement="top end">
            <AriaButton className="send-more" aria-label={t("composer.sendOptions")}>
              <Icon name="down" />
            </AriaButton>
          </MenuButton>
        </span>
      </div>
    </div>
  );
}

/** As the outbox takes it; notes to oneself go to oneself. */
function outgoingOf(target: Target, content: string, ownId: number) {
  if (target.to === "direct") {
    const to = target.userIds.length > 0 ? [...target.userIds] : [ownId];
    return { type: "direct" as const, to, content, topic: undefined };
  }
  return { type: "channel" as const, to: target.channelId as number, topic: target.topic.trim(), content };
}
