export { isRelease, packPackage, tarballPath, type Packed } from './packed.ts'
export { isPublished, publishedPackages, type PublishedPackage } from './source.ts'
