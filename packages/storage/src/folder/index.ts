export { FolderStorage, type FolderStorageOptions } from "./FolderStorage.ts"
export { type FolderLinkCheck, signFolderLink, verifyFolderLink } from "./folderLink.ts"
export { folderSecret } from "./folderSecret.ts"
