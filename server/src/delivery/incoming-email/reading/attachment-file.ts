/** Where an attachment of the email in this file is written to: known before it is read, so that it can be removed whatever happens. */
export const attachmentFile = (file: string, index: number): string => `${file}-${index}`;
