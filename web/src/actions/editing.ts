/** Which messages are being edited here. */
export const useIsEditing = (_messageId: number): boolean => false;
