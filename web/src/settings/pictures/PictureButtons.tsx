/** Chooses a picture from a file, and removes it. */
import { useRef } from "react";
import { Button } from "../../parts/buttons.tsx";
import { t } from "../../text/text.ts";
import type { PictureUpload } from "./usePictureUpload.tsx";

/** What browsers can draw and the server accepts. */
const ACCEPTED = "image/png,image/jpeg,image/gif,image/webp,image/avif";

interface PictureButtonsProps {
  readonly upload: PictureUpload;
  /** Read out for the buttons, where there are several pictures. */
  readonly label?: string;
  readonly removeLabel?: string;
  readonly canRemove: boolean;
  readonly isDisabled?: boolean;
}

export function PictureButtons({ upload, label, removeLabel, canRemove, isDisabled = false }: PictureButtonsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={label ?? t("profile.upload")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.choose(file);
          // Otherwise choosing this file again would change nothing.
          target.value = "";
        }}
      />
      <Button
        icon="upload"
        isDisabled={isDisabled}
        onPress={() => chooser.current?.click()}
        {...(label ? { "aria-label": label } : {})}
      >
        {t(label ? "organization.upload" : "profile.upload")}
      </Button>
      {canRemove && (
        <Button kind="plain" onPress={upload.remove} {...(removeLabel ? { "aria-label": removeLabel } : {})}>
          {t("profile.remove")}
        </Button>
      )}
    </>
  );
}
