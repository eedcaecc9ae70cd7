/** Uploads a picture that is chosen from a file, cropped to a square if it should be, or removes it. */
import { useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { t } from "../../text/text.ts";
import { saySaved } from "../saved.ts";
import { CropDialog } from "./CropDialog.tsx";

interface PictureUploadOptions {
  readonly isCropped: boolean;
  readonly send: (file: File) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
}

export interface PictureUpload {
  /** Why the last one was refused. */
  readonly problem: string | undefined;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
}

export function usePictureUpload({ isCropped, send, remove }: PictureUploadOptions): PictureUpload {
  const [problem, setProblem] = useState<string>();
  const attempt = async (does: () => Promise<unknown>) => {
    setProblem(undefined);
    try {
      await does();
      saySaved({});
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const choose = async (file: File) => {
    setProblem(undefined);
    const use = (chosen: File) => void attempt(() => send(chosen));
    if (!isCropped) return use(file);
    try {
      const image = await createImageBitmap(file);
      openDialog((close) => <CropDialog image={image} name={file.name} onCrop={use} onClose={close} />);
    } catch {
      setProblem(t("profile.notAPicture"));
    }
  };
  return { problem, choose: (file) => void choose(file), remove: () => void attempt(remove) };
}
