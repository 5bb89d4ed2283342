package store

import "github.com/incidentlib/incidentlib/internal/incident"

// The walks over what is stored of a vocabulary (see packer).

func packVocabulary(p *packer, v *incident.Vocabulary) {
	packText(p, &v.Kind)
	packList(p, &v.Groups, packGroup)
	packList(p, &v.Terms, packTerm)
}

func packGroup(p *packer, g *incident.Group) {
	packText(p, &g.Slug)
	packBilingual(p, &g.Label)
}

func packTerm(p *packer, t *incident.Term) {
	packText(p, &t.Kind)
	packText(p, &t.Slug)
	packText(p, &t.Name)
	packText(p, &t.Group)
	packBilingual(p, &t.Label)
	packBilingual(p, &t.Definition)
	packList(p, &t.AliasesEN, packText)
	packList(p, &t.AliasesKO, packText)
	packText(p, &t.ReplacedBy)
	packList(p, &t.Checks, packCheck)
}

func packCheck(p *packer, c *incident.Check) {
	packBilingual(p, &c.Question)
	packText(p, &c.Command)
}
