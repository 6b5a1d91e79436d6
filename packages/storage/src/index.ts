export { FolderStorage, type FolderStorageOptions } from "./folder/FolderStorage.ts"
export { type FolderLinkCheck, signFolderLink, verifyFolderLink } from "./folder/folderLink.ts"
export { folderSecret } from "./folder/folderSecret.ts"
export { isObjectKey } from "./objectKey.ts"
