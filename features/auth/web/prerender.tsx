import { renderToStaticMarkup } from 'react-dom/server'
import { AuthOutline } from './AuthOutline.tsx'

// Run by the build: prerenders what a visitor sees until the script has loaded. The server fills in the name.
process.stdout.write(renderToStaticMarkup(<AuthOutline communityName="%COMMUNITY_NAME%" />))
